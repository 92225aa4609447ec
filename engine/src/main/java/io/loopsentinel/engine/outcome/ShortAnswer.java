package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.outcome.WordedPattern.Line;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Recognises short answers that say little: that the call was done, or that nothing was found. */
final class ShortAnswer {

  private static final int MAX_ACKNOWLEDGEMENT = 300;
  private static final int COLUMNS = 3;

  static final List<WordedPattern> ACKNOWLEDGEMENTS =
      TableFile.read("acknowledgements.txt", COLUMNS).stream()
          .map(row -> new WordedPattern(row.get(0), row.get(2)))
          .toList();

  /** Tells the key of a negative answer from that of a text that reads the same. */
  private static final long MARK = TextHash.of("negative");

  static final WordedPattern NEGATIVE =
      new WordedPattern(
          "no,zero,without,unavailable,empty",
          "(?i)\\b(?:no|not|nothing|none|zero|without|unavailable|empty)\\b");
  private static final Pattern QUOTED =
      Pattern.compile("\"[^\"]{1,200}\"|'[^' ]{1,200}'|`[^`']{1,200}[`']");
  private static final Pattern PATH =
      Pattern.compile("(?:[A-Za-z]:)?[\\w.~$-]{0,80}(?:[/\\\\][\\w.$-]{0,80}){1,24}");

  private ShortAnswer() {}

  static boolean isAcknowledgement(String text) {
    String trimmed = text.strip();
    if (trimmed.length() > MAX_ACKNOWLEDGEMENT) {
      return false;
    }
    Line line = new Line(trimmed);
    for (WordedPattern form : ACKNOWLEDGEMENTS) {
      if (form.isIn(line)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the key of a text that says that nothing was found, without what it names.
   *
   * <p>{@code No matches found for "X" in /a/src} for seven names in seven directories is one
   * answer. Other answers keep what they name: {@code [File: /a/B.java (1 lines total)]} differs
   * for every file of an honest batch, and so does {@code [File: /a/None.java (1 lines total)]},
   * which says no only in what it names.
   */
  static OptionalLong negativeKey(String text, VolatileTokens tokens, OwnArguments arguments) {
    if (text.length() > Failure.SHORT || !NEGATIVE.isIn(new Line(text))) {
      return OptionalLong.empty();
    }
    String bare = QUOTED.matcher(tokens.normalise(text)).replaceAll("<q>");
    bare = arguments.removedFrom(PATH.matcher(bare).replaceAll("<p>"));
    bare = Lines.foldBlanks(bare).toLowerCase(Locale.ROOT);
    return NEGATIVE.isIn(new Line(bare))
        ? OptionalLong.of(TextHash.joined(MARK, TextHash.of(bare)))
        : OptionalLong.empty();
  }
}
