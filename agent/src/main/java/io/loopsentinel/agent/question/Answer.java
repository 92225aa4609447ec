package io.loopsentinel.agent.question;

import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.targets.text.Numbers;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A person's answer about a waiting call, or the lack of one.
 *
 * @param kind {@code null} if no person has answered
 * @param text a person's message, which the model reads instead of a result; {@code null} if none
 * @param by how the answer was given, or why there is none
 */
public record Answer(@Nullable Kind kind, @Nullable String text, String by) {

  /** Maximum characters of a message; the model reads all of them. */
  private static final int MAX_LENGTH = 2_000;

  public enum Kind {
    /** The call runs. */
    RUN,
    /** The call does not run; the model reads the hint that it would have read without asking. */
    HINT,
    /** The call does not run; the caller gets an error. */
    ABORT,
    /** As {@link #HINT}, in the person's own message. */
    MESSAGE;

    /** Returns the name in commands and events. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Returns a person's answer.
   *
   * @param kind the name of a {@link Kind}
   * @param text the text of a message; null or blank for any other kind
   * @throws IllegalArgumentException if the kind or the text is invalid; the message says why
   */
  public static Answer of(String kind, @Nullable String text, String by) {
    List<String> names = Arrays.stream(Kind.values()).map(Kind::text).toList();
    int index = names.indexOf(kind);
    if (index < 0) {
      throw new IllegalArgumentException("answer: expected run, hint, abort or message");
    }
    String message = text == null || text.isBlank() ? null : text.strip();
    boolean isMessage = kind.equals("message");
    if (isMessage != (message != null) || (message != null && message.length() > MAX_LENGTH)) {
      throw new IllegalArgumentException(
          isMessage
              ? "message: expected a text of at most %s characters"
                  .formatted(Numbers.count(MAX_LENGTH))
              : kind + ": does not take a text; only message does");
    }
    return new Answer(Kind.values()[index], message, by);
  }

  /** Returns the value for a question that no person has answered. */
  public static Answer none(String why) {
    return new Answer(null, null, why);
  }

  /**
   * Returns the action to take.
   *
   * @param fallback the action if no person has answered; an abort replaces {@link Action#ASK},
   *     because asking again might never end
   */
  public Action action(Action fallback) {
    if (kind == null) {
      return fallback == Action.ASK ? Action.ABORT : fallback;
    }
    return switch (kind) {
      case RUN -> Action.OBSERVE;
      case HINT, MESSAGE -> Action.HINT;
      case ABORT -> Action.ABORT;
    };
  }
}
