package io.loopsentinel.it.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of a conversation and their answers, checked as a model's provider does: each call
 * is answered before anything else is said, nothing else is answered, and no id is used twice.
 */
final class History {

  /** What is wrong with a conversation, in the words of its provider. */
  interface Words {

    /** Words calls that were not answered when the next message came, or at the end. */
    String unanswered(int message, List<String> ids);

    /** Words an answer to a call that was not made. */
    String answersNothing(int message, String id);

    /** Words an id that two calls have. */
    String usedTwice(int message, String id);
  }

  private final Words words;
  private final Set<String> used = new LinkedHashSet<>();
  private final Set<String> open = new LinkedHashSet<>();
  private int asking;
  private @Nullable String problem;

  History(Words words) {
    this.words = words;
  }

  /** Takes calls that the model asked for in one message. */
  void asked(int message, List<String> ids) {
    said(message);
    asking = message;
    for (String id : ids) {
      if (!used.add(id)) {
        refuse(words.usedTwice(message, id));
      }
      open.add(id);
    }
  }

  void answered(int message, String id) {
    if (!open.remove(id)) {
      refuse(words.answersNothing(message, id));
    }
  }

  /** Takes anything else that is said. */
  void said(int message) {
    if (!open.isEmpty()) {
      refuse(words.unanswered(asking, new ArrayList<>(open)));
      open.clear();
    }
  }

  /** Returns the first problem; {@code null} if there is none. */
  @Nullable String problem() {
    said(0);
    return problem;
  }

  private void refuse(String why) {
    problem = problem == null ? why : problem;
  }
}
