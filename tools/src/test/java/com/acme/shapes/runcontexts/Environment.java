package com.acme.shapes.runcontexts;

/** Where tools are called. */
public interface Environment {

  /** A call. */
  record ToolCall(String id, String name, String arguments) {}

  String executeTool(ToolCall call);
}
