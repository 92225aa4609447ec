package com.acme.shapes.wrongname;

/** A call as the API has it: its type is always "function", its id is new each time. */
public record ToolCall(String id, String type, String callee, String arguments) {}
