package com.acme.shapes.scopes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Looks after a house. */
public final class Butler {

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

  public Butler(ChatModel model) {
    this.model = model;
  }

  public String order(String wish) {
    List<String> messages = new ArrayList<>(List.of(wish));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        messages.add(perform(call));
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }

  private String perform(ToolCall call) {
    try (ToolScope scope = ToolScope.enter(call.name(), call.arguments())) {
      Function<Map<String, Object>, String> tool = tools.get(call.name());
      if (tool == null) {
        return "unknown tool in " + scope;
      }
      return tool.apply(call.arguments());
    }
  }
}
