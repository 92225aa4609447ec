package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A regular expression that is searched only in lines that hold one of its words.
 *
 * <p>Most lines hold none, and to look for words takes a fifth of the time that some sixty
 * expressions take.
 */
final class WordedPattern {

  private static final String ANY_LINE = "*";
  private static final String ANY_DIGIT = "#";

  private final List<String> words;
  private final Pattern pattern;

  /**
   * Creates a pattern.
   *
   * @param words in lower case, set apart by commas; {@code #} is any digit, {@code *} any line
   */
  WordedPattern(String words, String regex) {
    this.words = List.of(words.split(","));
    this.pattern = Pattern.compile(regex, Pattern.UNIX_LINES);
  }

  /** Returns the regular expression. */
  Pattern pattern() {
    return pattern;
  }

  /** Returns whether it is found in a line. */
  boolean isIn(Line line) {
    return matcher(line) != null;
  }

  /** Returns a matcher that stands at the first place where it is found; null if there is none. */
  @Nullable Matcher matcher(Line line) {
    if (!mayBeIn(line)) {
      return null;
    }
    Matcher matcher = pattern.matcher(line.text());
    return matcher.find() ? matcher : null;
  }

  private boolean mayBeIn(Line line) {
    for (String word : words) {
      boolean holds =
          switch (word) {
            case ANY_LINE -> true;
            case ANY_DIGIT -> line.hasDigit();
            default -> line.lowerCase().contains(word);
          };
      if (holds) {
        return true;
      }
    }
    return false;
  }

  /**
   * A line of text with what is asked of it for each pattern.
   *
   * @param lowerCase the same in lower case
   * @param hasDigit whether there is a digit of ASCII in it
   */
  record Line(String text, String lowerCase, boolean hasDigit) {

    static Line of(String text) {
      boolean hasDigit = false;
      for (int i = 0; i < text.length() && !hasDigit; i++) {
        hasDigit = text.charAt(i) >= '0' && text.charAt(i) <= '9';
      }
      return new Line(text, text.toLowerCase(Locale.ROOT), hasDigit);
    }
  }
}
