package com.acme.shapes.percall;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs a farm. */
public final class Farmer {

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
  private final Map<String, Function<Map<String, Object>, List<String>>> queries = new HashMap<>();

  public Farmer(ChatModel model) {
    this.model = model;
  }

  public String ask(String question) {
    List<String> messages = new ArrayList<>(List.of(question));
    while (true) {
      messages.add(new QueryTask("weather", Map.of("field", 7), queries).call());
      Answer answer = model.chat(messages);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        messages.add(new ToolTask(call.name(), call.arguments(), tools).call());
      }
    }
  }
}
