package com.acme.shapes.acceptloop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Replies to one message. */
public final class Helpdesk {

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

  public Helpdesk(ChatModel model) {
    this.model = model;
  }

  String reply(String message) {
    List<String> messages = new ArrayList<>(List.of(message));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        messages.add(dispatch(call));
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }

  private String dispatch(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
