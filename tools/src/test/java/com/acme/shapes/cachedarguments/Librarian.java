package com.acme.shapes.cachedarguments;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Finds books. */
public final class Librarian {

  /** A model with tools. */
  public interface ChatModel {
    Turn chat(List<String> messages);
  }

  /** One answer of it. */
  public record Turn(String text, List<ToolCall> toolCalls, long inputTokens) {}

  /** A tool. */
  public interface Tool {
    String run(Map<String, Object> arguments);
  }

  private final ChatModel model;
  private final Map<String, Tool> tools = new TreeMap<>();

  public Librarian(ChatModel model) {
    this.model = model;
  }

  public void register(String name, Tool tool) {
    tools.put(name, tool);
  }

  public String ask(String readerId, String question) {
    List<String> messages = new ArrayList<>();
    messages.add(readerId + ": " + question);
    for (; ; ) {
      Turn turn = model.chat(messages);
      if (turn.toolCalls().isEmpty()) {
        return turn.text();
      }
      turn.toolCalls().forEach(call -> messages.add(execute(call)));
    }
  }

  private String execute(ToolCall call) {
    Tool tool = tools.get(call.name());
    if (tool == null) {
      return "Tool not found: " + call.name();
    }
    try {
      return tool.run(call.arguments());
    } catch (RuntimeException e) {
      return "Error: " + e.getMessage();
    }
  }
}
