package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression and the words of which each text that it matches contains one.
 *
 * @param words lower-case words; empty if any text may match
 * @param needsDigit whether the text also contains a digit
 * @param atFront whether the expression is tried only at the front, because it starts with {@code
 *     ^}
 */
record WordedPattern(List<String> words, boolean needsDigit, Pattern pattern, boolean atFront) {

  private static final String ANY_TEXT = "*";
  private static final String DIGIT = "#";

  /**
   * Returns a pattern as written in the tables.
   *
   * @param needed words, separated by commas; {@code *} is any text. A {@code #} before them also
   *     requires a digit
   */
  static WordedPattern of(String needed, String regex) {
    boolean needsDigit = needed.startsWith(DIGIT);
    String words = needsDigit ? needed.substring(DIGIT.length()) : needed;
    return new WordedPattern(
        words.equals(ANY_TEXT) ? List.of() : List.of(words.split(",")),
        needsDigit,
        Pattern.compile(regex, Pattern.UNIX_LINES),
        regex.startsWith("^") || regex.startsWith("(?i)^"));
  }

  /** Returns a matcher at the first match; null if there is none. */
  @Nullable Matcher matcher(String text) {
    Matcher matcher = pattern.matcher(text);
    return (atFront ? matcher.lookingAt() : matcher.find()) ? matcher : null;
  }
}
