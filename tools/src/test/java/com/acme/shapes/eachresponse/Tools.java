package com.acme.shapes.eachresponse;

import java.util.Map;
import java.util.function.Function;

/** The tools of the model. */
final class Tools {

  private final Map<String, Function<Map<String, Object>, String>> tools;

  Tools(Map<String, Function<Map<String, Object>, String>> tools) {
    this.tools = tools;
  }

  String callTool(ChatModel.ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    if (tool == null) {
      return "unknown tool " + call.name();
    }
    return tool.apply(call.arguments());
  }
}
