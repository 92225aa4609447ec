package com.acme.shapes.batches;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs all calls of an answer, and puts what they gave into the conversation. */
public final class ToolRunner {

  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public void runAll(List<ToolCall> calls, Conversation conversation) {
    for (ToolCall call : calls) {
      runOne(call, conversation);
    }
  }

  private void runOne(ToolCall call, Conversation conversation) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    if (tool == null) {
      conversation.append("tool", "unknown tool " + call.name());
    } else {
      conversation.append("tool", tool.apply(call.arguments()));
    }
  }
}
