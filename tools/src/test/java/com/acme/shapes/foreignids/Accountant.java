package com.acme.shapes.foreignids;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Keeps the books of an office. */
public final class Accountant {

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
  private final String account;

  public Accountant(ChatModel model, Map<String, UnaryOperator<String>> tools, String account) {
    this.account = account;
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

  private ToolAnswer executeTool(ToolCall call) {
    UnaryOperator<String> tool = tools.get(call.name());
    if (tool == null) {
      return new ToolAnswer(account, "Unknown tool: " + call.name());
    }
    return new ToolAnswer(account, tool.apply(call.arguments()));
  }
}
