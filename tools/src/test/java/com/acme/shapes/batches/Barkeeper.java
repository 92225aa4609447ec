package com.acme.shapes.batches;

import java.util.List;

/** Mixes drinks. */
public final class Barkeeper {

  /** A model. */
  public interface ChatModel {
    Answer chat(List<String> lines);
  }

  /** The answer of the model. */
  public record Answer(String text, List<ToolCall> toolCalls) {}

  private final ChatModel model;
  private final ToolRunner runner = new ToolRunner();

  public Barkeeper(ChatModel model) {
    this.model = model;
  }

  public String order(Conversation conversation, String wish) {
    conversation.append("user", wish);
    Answer answer = model.chat(conversation.lines());
    while (!answer.toolCalls().isEmpty()) {
      conversation.logToolCalls(answer.toolCalls());
      runner.runAll(answer.toolCalls(), conversation);
      answer = model.chat(conversation.lines());
    }
    return answer.text();
  }
}
