package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits texts into lines and treats the blanks and numbers in them. */
final class Lines {

  /** A line number as in {@code cat -n}, {@code grep -n} and file views. */
  private static final Pattern NUMBER =
      Pattern.compile("[ \\t]{0,8}(\\d{1,7})(?:[:|\\t→]| \\|)", Pattern.UNIX_LINES);

  private static final Pattern BLANKS = Pattern.compile("[\\p{javaWhitespace}\\p{javaSpaceChar}]+");

  private static final int NO_NUMBER = -2;

  /** Number of characters that are read at each end of a long text. */
  static final int END_LENGTH = 4 * 1024;

  private Lines() {}

  /** Splits a text at its line feeds; an empty text is one empty line. */
  static List<String> of(String text) {
    return List.of(text.split("\n", -1));
  }

  /** Returns both ends of a long text, or a shorter text as it is. */
  static String ends(String text) {
    return text.length() <= 2 * END_LENGTH
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

  /**
   * Removes the numbers of lines that count up: {@code 12:code}, {@code 12→code}, {@code
   * 12<tab>code}, {@code 12 | code}.
   *
   * <p>A number counts up if it is 1 or follows, or is followed by, its neighbour in the line
   * before or after. {@code 4096<tab>dir} of {@code du} is not a listing and keeps its number.
   */
  static List<String> withoutNumbers(List<String> lines) {
    List<Matcher> matchers = lines.stream().map(NUMBER::matcher).toList();
    int[] numbers = matchers.stream().mapToInt(Lines::number).toArray();
    List<String> rest = new ArrayList<>(numbers.length);
    for (int i = 0; i < numbers.length; i++) {
      String line = lines.get(i);
      rest.add(countsUp(numbers, i) ? line.substring(matchers.get(i).end()) : line);
    }
    return rest;
  }

  private static int number(Matcher line) {
    return line.lookingAt() ? Integer.parseInt(line.group(1)) : NO_NUMBER;
  }

  private static boolean countsUp(int[] numbers, int i) {
    int number = numbers[i];
    return number != NO_NUMBER
        && (number == 1
            || (i > 0 && numbers[i - 1] == number - 1)
            || (i + 1 < numbers.length && numbers[i + 1] == number + 1));
  }
}
