package com.acme.shapes.registries;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** Knows tools, and calls none. */
public final class ToolRegistry {

  private final Map<String, BoundTool> tools = new HashMap<>();

  /** A tool and what it does. */
  public record BoundTool(
      String name, Map<String, Object> defaults, Function<Map<String, Object>, String> body) {}

  public void register(BoundTool tool) {
    tools.put(tool.name(), tool);
  }

  public BoundTool resolve(String toolName, Map<String, Object> arguments) {
    BoundTool tool = tools.get(toolName);
    if (tool == null) {
      throw new IllegalArgumentException("unknown tool " + toolName);
    }
    return new BoundTool(
        tool.name(), arguments.isEmpty() ? tool.defaults() : arguments, tool.body());
  }
}
