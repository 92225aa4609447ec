package com.acme;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A model. */
public final class Model {

  /** What it used. */
  public record Usage(int input, int output) {}

  /** The response. */
  public record Reply(String text, @Nullable Usage usage) {}

  /** What it is asked. */
  public record Question(String conversationId, List<String> messages) {

    /** Returns the same question with other messages. */
    public Question with(List<String> others) {
      return new Question(conversationId, others);
    }
  }

  /** What it said, and what it asks for. */
  public record Answer(String text, List<Part> calls) {}

  public Answer answer(Question question) {
    return new Answer(String.join(" ", question.messages()), List.of());
  }

  /** Is handed a response, or a piece of it. */
  public void onResponse(Answer answer, boolean partial) {}

  /** Asks it once. */
  public Reply chat(String prompt) {
    return new Reply(prompt, null);
  }
}
