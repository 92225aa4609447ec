package com.acme.shapes.retries;

/** Executes calls. */
public interface ToolExecutor {
  String execute(ToolCall call);
}
