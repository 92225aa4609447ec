package com.acme.shapes.retries;

import java.util.Map;

/** A call. */
public record ToolCall(String name, Map<String, Object> arguments) {}
