package com.acme.shapes.locked;

import java.util.Map;

/** What the model wants done next. */
public record Step(String thought, String tool, Map<String, Object> toolInput, boolean last) {}
