package com.acme.shapes.createdsession;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Answers requests from the web. */
public final class Portal {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Portal(ChatModel model) {
    this.model = model;
  }

  public String chat(ChatRequest request) {
    List<String> messages = new ArrayList<>(List.of(request.getMessage()));
    while (true) {
      Answer answer = model.chat(messages);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        messages.add(callTool(call, request));
      }
    }
  }

  private String callTool(ToolCall call, ChatRequest request) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    if (tool == null) {
      return "unknown tool " + call.name() + " for " + request.getUser();
    }
    return tool.apply(call.arguments());
  }
}
