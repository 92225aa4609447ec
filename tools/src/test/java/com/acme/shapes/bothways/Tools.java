package com.acme.shapes.bothways;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The tools of the model. */
final class Tools {

  private final Map<String, Function<Map<String, Object>, String>> tools;

  Tools(Map<String, Function<Map<String, Object>, String>> tools) {
    this.tools = tools;
  }

  Optional<String> callTool(ChatModel.ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? Optional.empty() : Optional.of(tool.apply(call.arguments()));
  }
}
