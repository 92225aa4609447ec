package com.acme.shapes.runcontexts;

/** The object that calls tools. */
public interface Environment {

  /** A call. */
  record ToolCall(String id, String name, String arguments) {}

  String executeTool(ToolCall call);
}
