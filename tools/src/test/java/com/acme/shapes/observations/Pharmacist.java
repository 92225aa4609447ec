package com.acme.shapes.observations;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Looks up drugs. */
public final class Pharmacist {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final Observations observations = new Observations();
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Pharmacist(ChatModel model) {
    this.model = model;
  }

  public String consult(String question) {
    List<String> messages = new ArrayList<>(List.of(question, patient("p-1")));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        messages.add(callTool(call));
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }

  private String callTool(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    if (tool == null) {
      return "unknown tool " + call.name();
    }
    return observations.observe(
        call.name(),
        Map.of("arguments", call.arguments().size()),
        () -> tool.apply(call.arguments()));
  }

  private String patient(String id) {
    return observations.observe("select patient", Map.of("id", id), () -> "patient " + id);
  }
}
