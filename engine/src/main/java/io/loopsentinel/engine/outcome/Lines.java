package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.regex.Pattern;

/** Splits texts into lines and folds the blanks in them. */
final class Lines {

  private static final Pattern BLANKS = Pattern.compile("[\\p{javaWhitespace}\\p{javaSpaceChar}]+");

  /** Length of a text that is read as a whole. */
  private static final int MAX_READ = 8 * 1024;

  /** Number of characters that are read at each end of a longer text. */
  static final int END_LENGTH = 2 * 1024;

  private Lines() {}

  /** Splits a text at its line feeds; an empty text is one empty line. */
  static List<String> of(String text) {
    return List.of(text.split("\n", -1));
  }

  /** Returns how many lines {@link #of} splits a text into. */
  static int count(String text) {
    int count = 1;
    for (int i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) {
      count++;
    }
    return count;
  }

  /** Returns whether only the ends of a text are read. */
  static boolean isLong(String text) {
    return text.length() > MAX_READ;
  }

  /** Returns both ends of a long text, or a shorter text as it is. */
  static String ends(String text) {
    return !isLong(text)
        ? text
        : text.substring(0, END_LENGTH) + '\n' + text.substring(text.length() - END_LENGTH);
  }

  static String cut(String text, int chars) {
    return text.length() <= chars ? text : text.substring(0, chars);
  }

  /** Returns a text with each run of white space folded into one blank, and none at its ends. */
  static String foldBlanks(String text) {
    return BLANKS.matcher(text).replaceAll(" ").strip();
  }
}
