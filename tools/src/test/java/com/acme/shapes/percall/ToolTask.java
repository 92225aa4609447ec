package com.acme.shapes.percall;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** One call of a tool, to be made once. */
final class ToolTask implements Callable<String> {

  private final String toolName;
  private final Map<String, Object> arguments;
  private final Map<String, Function<Map<String, Object>, String>> tools;

  ToolTask(
      String toolName,
      Map<String, Object> arguments,
      Map<String, Function<Map<String, Object>, String>> tools) {
    this.toolName = toolName;
    this.arguments = arguments;
    this.tools = tools;
  }

  @Override
  public String call() {
    Function<Map<String, Object>, String> tool = tools.get(toolName);
    if (tool == null) {
      return "unknown tool " + toolName;
    }
    return tool.apply(arguments);
  }
}
