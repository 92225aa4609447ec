package com.acme.shapes.retries;

import java.util.ArrayList;
import java.util.List;

/** Plans meetings. */
public final class Planner {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> messages);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  private final ChatModel model;
  private final RetryingToolExecutor executor;

  public Planner(ChatModel model, RetryingToolExecutor executor) {
    this.model = model;
    this.executor = executor;
  }

  public String plan(String meeting) {
    List<String> messages = new ArrayList<>(List.of(meeting));
    Answer answer = model.chat(messages);
    while (!answer.toolCalls().isEmpty()) {
      for (ToolCall call : answer.toolCalls()) {
        messages.add(executor.execute(call));
      }
      answer = model.chat(messages);
    }
    return answer.text();
  }
}
