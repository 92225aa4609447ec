package com.acme.shapes.runcontexts;

import java.util.Map;
import java.util.function.UnaryOperator;

/** Calls tools, of all runs. */
final class PlainEnvironment implements Environment {

  private final Map<String, UnaryOperator<String>> tools;

  PlainEnvironment(Map<String, UnaryOperator<String>> tools) {
    this.tools = tools;
  }

  @Override
  public String executeTool(ToolCall call) {
    UnaryOperator<String> tool = tools.get(call.name());
    return tool == null ? "Unknown tool: " + call.name() : tool.apply(call.arguments());
  }
}
