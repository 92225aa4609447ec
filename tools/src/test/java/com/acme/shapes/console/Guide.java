package com.acme.shapes.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Answers questions about a museum. */
public final class Guide {

  /** A model. */
  public interface Model {
    Reply complete(List<String> messages);
  }

  /** Its reply. */
  public record Reply(String text, String toolName, String toolArguments) {}

  private final Model model;
  private final Map<String, UnaryOperator<String>> tools;

  public Guide(Model model, Map<String, UnaryOperator<String>> tools) {
    this.model = model;
    this.tools = tools;
  }

  String answer(String question) {
    List<String> messages = new ArrayList<>(List.of(question));
    Reply reply = model.complete(messages);
    while (reply.toolName() != null) {
      messages.add(callTool(reply.toolName(), reply.toolArguments()));
      reply = model.complete(messages);
    }
    return reply.text();
  }

  private String callTool(String toolName, String toolArguments) {
    UnaryOperator<String> tool = tools.get(toolName);
    if (tool == null) {
      return "There is no tool " + toolName;
    }
    return tool.apply(toolArguments);
  }
}
