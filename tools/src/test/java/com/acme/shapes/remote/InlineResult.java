package com.acme.shapes.remote;

/** A result that is at hand. */
record InlineResult(String text, boolean isError) implements ToolResult {}
