package com.acme.shapes.commandbus;

import java.util.Map;

/** What is to be done. */
public record Command(String id, String name, Map<String, Object> arguments) {}
