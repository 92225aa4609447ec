package com.acme.shapes.buildtools;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Runs the tools of a build: a compiler, a linker. No model takes part. */
public final class ToolRunner {

  /** A call of a tool in a build. */
  public record ToolCall(String name, List<String> arguments) {}

  private final Map<String, ToIntFunction<List<String>>> tools = new HashMap<>();

  public List<String> build(List<ToolCall> plan) {
    List<String> failures = new ArrayList<>();
    for (ToolCall call : plan) {
      String result = runTool(call.name(), call.arguments());
      if (!result.isEmpty()) {
        failures.add(result);
      }
    }
    return failures;
  }

  public String runTool(String toolName, List<String> arguments) {
    ToIntFunction<List<String>> tool = tools.get(toolName);
    if (tool == null) {
      return "Unknown tool: " + toolName;
    }
    int exitCode = tool.applyAsInt(arguments);
    return exitCode == 0 ? "" : toolName + " failed with exit code " + exitCode;
  }
}
