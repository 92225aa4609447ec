package com.acme.shapes.compaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Tells what was. */
public final class Historian {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final Compactor compactor = new Compactor();
  private final Map<String, Function<Map<String, Object>, String>> tools = new HashMap<>();

  public Historian(ChatModel model) {
    this.model = model;
  }

  public String tell(String question) {
    List<String> messages = new ArrayList<>(List.of(question));
    while (true) {
      Answer answer = model.chat(compactor.complete(messages).messages());
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        messages.add(callTool(call));
      }
    }
  }

  private String callTool(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return tool == null ? "unknown tool " + call.name() : tool.apply(call.arguments());
  }
}
