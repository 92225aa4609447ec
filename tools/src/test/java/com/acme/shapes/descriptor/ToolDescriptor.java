package com.acme.shapes.descriptor;

import java.util.Map;

/** What a tool is, as the model is told of it. */
public record ToolDescriptor(
    String name,
    String description,
    Map<String, Object> schema,
    Map<String, Object> annotations,
    Map<String, Object> metadata) {}
