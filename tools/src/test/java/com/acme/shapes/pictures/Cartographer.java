package com.acme.shapes.pictures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Draws maps. */
public final class Cartographer {

  /** A call. */
  public record ToolCall(String id, String name, String arguments) {}

  /** A model. */
  public interface ChatModel {
    Answer chat(List<Object> messages);
  }

  /** Its answer. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  private final ChatModel model;
  private final Map<String, UnaryOperator<String>> tools;

  public Cartographer(ChatModel model, Map<String, UnaryOperator<String>> tools) {
    this.model = model;
    this.tools = tools;
  }

  public String ask(String question) {
    List<Object> messages = new ArrayList<>(List.of(question));
    while (true) {
      Answer answer = model.chat(messages);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        messages.add(executeTool(call));
      }
    }
  }

  private ToolMessage executeTool(ToolCall call) {
    UnaryOperator<String> tool = tools.get(call.name());
    String text = tool == null ? "Unknown tool: " + call.name() : tool.apply(call.arguments());
    return new ToolMessage(call.id(), List.of(new ToolMessage.Picture(text, 640, 480)));
  }
}
