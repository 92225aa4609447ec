package io.loopsentinel.engine.outcome;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/**
 * A short answer that nothing was found, without what it names.
 *
 * <p>{@code No matches found for "X" in /a/src} for seven names in seven directories is one answer.
 * Other answers keep what they name: {@code [File: /a/B.java (1 lines total)]} differs for every
 * file of an honest batch.
 */
final class NegativeAnswer {

  /** Tells the key of a negative answer from that of a text that reads the same. */
  private static final long MARK = TextHash.of("negative");

  private static final WordedPattern NEGATIVE =
      new WordedPattern(
          "no,zero,without,unavailable,empty",
          "(?i)\\b(?:no|not|nothing|none|zero|without|unavailable|empty)\\b");
  private static final Pattern QUOTED =
      Pattern.compile("\"[^\"]{1,200}\"|'[^' ]{1,200}'|`[^`']{1,200}[`']");
  private static final Pattern PATH =
      Pattern.compile("(?:[A-Za-z]:)?[\\w.~$-]{0,80}(?:[/\\\\][\\w.$-]{0,80}){1,24}");

  private NegativeAnswer() {}

  /**
   * Returns the key of a text that is a negative answer.
   *
   * <p>{@code [File: /a/None.java (1 lines total)]} is none: it says no only in what it names.
   */
  static OptionalLong key(String text, VolatileTokens tokens, OwnArguments arguments) {
    if (text.length() > Failure.SHORT || !NEGATIVE.isIn(WordedPattern.Line.of(text))) {
      return OptionalLong.empty();
    }
    String bare = bare(tokens.normalise(text), arguments);
    return NEGATIVE.isIn(WordedPattern.Line.of(bare))
        ? OptionalLong.of(TextHash.joined(MARK, TextHash.of(bare)))
        : OptionalLong.empty();
  }

  private static String bare(String normalised, OwnArguments arguments) {
    String bare = QUOTED.matcher(normalised).replaceAll("<q>");
    bare = PATH.matcher(bare).replaceAll("<p>");
    bare = arguments.removedFrom(bare);
    return Lines.foldBlanks(bare).toLowerCase(Locale.ROOT);
  }
}
