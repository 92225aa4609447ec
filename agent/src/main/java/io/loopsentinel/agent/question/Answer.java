package io.loopsentinel.agent.question;

import io.loopsentinel.engine.settings.Action;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a person answers about a call that waits, or that nobody does.
 *
 * @param kind absent: nobody has answered
 * @param text what the model reads in the place of the call's result, where a person wrote that
 * @param by how it was given, or why nobody has answered
 */
public record Answer(@Nullable Kind kind, @Nullable String text, String by) {

  /** Characters of a person's own words; the model reads them all. */
  private static final int LONGEST = 2_000;

  /** What can be answered. */
  public enum Kind {
    /** The call runs. */
    RUN,
    /** The call does not run; the model reads the hint that it would have read without asking. */
    HINT,
    /** The call does not run; the caller gets an error. */
    ABORT,
    /** As {@link #HINT}, in the person's own words. */
    MESSAGE;

    /** Returns its name in commands and events. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Returns the answer that somebody gives.
   *
   * @param kind its name
   * @param text the words of a message; nothing with any other kind
   * @throws IllegalArgumentException if it is none; the message says why
   */
  public static Answer of(String kind, @Nullable String text, String by) {
    List<String> names = Arrays.stream(Kind.values()).map(Kind::text).toList();
    int place = names.indexOf(kind);
    if (place < 0) {
      throw new IllegalArgumentException("answer: expected run, hint, abort or message");
    }
    String words = text == null || text.isBlank() ? null : text.strip();
    boolean isMessage = kind.equals("message");
    if (isMessage != (words != null) || (words != null && words.length() > LONGEST)) {
      throw new IllegalArgumentException(
          isMessage
              ? "message: expected a text of at most %,d characters".formatted(LONGEST)
              : kind + ": goes without a text, which is for message");
    }
    return new Answer(Kind.values()[place], words, by);
  }

  /** Returns that nobody has answered. */
  public static Answer none(String why) {
    return new Answer(null, null, why);
  }

  /**
   * Returns what is done with the call.
   *
   * @param next what is done where nobody has answered; to ask once more would have no end
   */
  public Action action(Action next) {
    if (kind == null) {
      return next == Action.ASK ? Action.ABORT : next;
    }
    return switch (kind) {
      case RUN -> Action.OBSERVE;
      case HINT, MESSAGE -> Action.HINT;
      case ABORT -> Action.ABORT;
    };
  }
}
