package com.acme.shapes.resultid;

import java.util.Map;

/** A call of the model. */
public record ToolUse(String id, String name, Map<String, Object> input) {}
