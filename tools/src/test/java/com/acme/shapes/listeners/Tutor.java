package com.acme.shapes.listeners;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Teaches. */
public final class Tutor {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final ToolListeners listeners = new ToolListeners();
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Tutor(ChatModel model) {
    this.model = model;
  }

  public String ask(String pupil, String question) {
    List<String> messages = new ArrayList<>(List.of(pupil, question));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        listeners.beforeToolCall(call.name(), call.arguments());
        String result = executeTool(call);
        messages.add(listeners.onToolExecuted(call.name(), call.arguments(), result));
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }

  private String executeTool(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
