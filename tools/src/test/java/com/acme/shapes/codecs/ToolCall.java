package com.acme.shapes.codecs;

/** A call. */
public record ToolCall(String id, String name, String arguments) {}
