package com.acme.shapes.reflection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Repairs things. */
public final class Janitor {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  /** A tool call of the model. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  private final ChatModel model;
  private final ToolBeans beans;

  public Janitor(ChatModel model, ToolBeans beans) {
    this.model = model;
    this.beans = beans;
  }

  public String repair(String thing) {
    beans.start();
    try {
      List<String> messages = new ArrayList<>(List.of(thing));
      Answer answer = model.chat(messages);
      while (!answer.toolCalls().isEmpty()) {
        for (ToolCall call : answer.toolCalls()) {
          messages.add(beans.callTool(call.name(), call.arguments()));
        }
        answer = model.chat(messages);
      }
      return answer.text();
    } finally {
      beans.stop();
    }
  }
}
