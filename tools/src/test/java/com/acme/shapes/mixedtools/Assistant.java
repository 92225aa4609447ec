package com.acme.shapes.mixedtools;

import java.util.ArrayList;
import java.util.List;

/** Answers questions with tools of both kinds. */
public final class Assistant {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** Its answer. */
  public record Answer(String text, List<ToolCall> toolCalls, int inputTokens, int outputTokens) {}

  /** A call that it asks for. */
  public record ToolCall(String name, String arguments) {}

  private final ChatModel model;
  private final List<Tool> tools;

  public Assistant(ChatModel model, List<Tool> tools) {
    this.model = model;
    this.tools = tools;
  }

  public String ask(String question) {
    List<String> messages = new ArrayList<>(List.of(question));
    while (true) {
      Answer answer = model.chat(messages);
      if (answer.toolCalls().isEmpty()) {
        return answer.text();
      }
      for (ToolCall call : answer.toolCalls()) {
        for (Tool tool : tools) {
          if (tool.definition().name().equals(call.name())) {
            messages.add(tool.call(call.arguments()));
          }
        }
      }
    }
  }
}
