package io.loopsentinel.it.model;

import java.util.List;

/**
 * What a model is asked: all messages so far, oldest first.
 *
 * @param messages the messages
 */
public record Conversation(List<Message> messages) {

  /** The mark of a tool result that Loop Sentinel wrote in the tool's place. */
  public static final String LOOP_MARK = "loop-detected";

  /**
   * A message.
   *
   * @param role {@code system}, {@code user}, {@code assistant} or {@code tool}
   * @param text its text; empty for an assistant's message that only calls tools
   */
  public record Message(String role, String text) {}

  /** Returns how often the model has responded. */
  public int responses() {
    return (int) messages.stream().filter(message -> message.role().equals("assistant")).count();
  }

  /** Returns the results of the tools that the model called in its latest response. */
  public List<String> latestToolResults() {
    return sinceLatestResponse().stream()
        .filter(message -> message.role().equals("tool"))
        .map(Message::text)
        .toList();
  }

  /** Whether a message in the name of the user tells of a loop. */
  public boolean isWarned() {
    return messages.stream()
        .anyMatch(message -> message.role().equals("user") && message.text().contains(LOOP_MARK));
  }

  /** Returns those of the latest tool results that tell of a loop. */
  public List<String> latestHints() {
    return latestToolResults().stream().filter(result -> result.contains(LOOP_MARK)).toList();
  }

  /** Returns how often the model has responded since the user's latest message. */
  public int responsesToQuestion() {
    int responses = 0;
    for (int i = messages.size() - 1; i >= 0 && !messages.get(i).role().equals("user"); i--) {
      responses += messages.get(i).role().equals("assistant") ? 1 : 0;
    }
    return responses;
  }

  /** Returns the messages beside the latest tool results that tell of a loop. */
  public List<String> latestWarnings() {
    return sinceLatestResponse().stream()
        .filter(message -> !message.role().equals("tool"))
        .map(Message::text)
        .filter(text -> text.contains(LOOP_MARK))
        .toList();
  }

  private List<Message> sinceLatestResponse() {
    int first = messages.size();
    while (first > 0 && !messages.get(first - 1).role().equals("assistant")) {
      first--;
    }
    return messages.subList(first, messages.size());
  }
}
