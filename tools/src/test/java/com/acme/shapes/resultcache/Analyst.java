package com.acme.shapes.resultcache;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Analyses figures. */
public final class Analyst {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final ToolResultCache cache = new ToolResultCache();
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Analyst(ChatModel model) {
    this.model = model;
  }

  public String analyse(String question) {
    List<String> messages = new ArrayList<>(List.of(question));
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
    String known = cache.lookup(call.name(), call.arguments());
    if (known != null) {
      return known;
    }
    return cache.store(call.name(), call.arguments(), dispatch(call));
  }

  private String dispatch(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
