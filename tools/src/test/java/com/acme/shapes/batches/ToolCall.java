package com.acme.shapes.batches;

import java.util.Map;

/** A call. */
public record ToolCall(String name, Map<String, Object> arguments, Map<String, Object> trace) {}
