package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * Listings with a number before each line, as {@code cat -n}, {@code grep -n} and file views have
 * it: {@code 12:code}, {@code 12→code}, {@code 12<tab>code}, {@code 12 | code}.
 */
final class NumberedLines {

  /** No number stands before the line; follows none, and none follows it. */
  static final int NONE = -2;

  private static final int MAX_INDENT = 8;
  private static final int MAX_DIGITS = 7;

  private NumberedLines() {}

  /**
   * Takes the numbers off those lines that count up.
   *
   * <p>A number counts up if it is 1 or follows, or is followed by, its neighbour in the line
   * before or after. {@code 4096<tab>dir} of {@code du} is no listing and keeps it.
   */
  static List<String> withoutNumbers(List<String> lines) {
    int[] numbers = new int[lines.size()];
    boolean any = false;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(lines.get(i), 0, lines.get(i).length());
      any |= numbers[i] != NONE;
    }
    if (!any) {
      return lines;
    }
    List<String> rest = new ArrayList<>(numbers.length);
    for (int i = 0; i < numbers.length; i++) {
      String line = lines.get(i);
      rest.add(
          countsUp(numbers, numbers.length, i)
              ? line.substring(rest(line, 0, line.length()))
              : line);
    }
    return rest;
  }

  /**
   * Whether the number of a line counts up.
   *
   * @param numbers of the lines, {@link #NONE} for one without
   * @param size how many lines there are
   */
  static boolean countsUp(int[] numbers, int size, int i) {
    int number = numbers[i];
    return number != NONE
        && (number == 1
            || (i > 0 && numbers[i - 1] == number - 1)
            || (i + 1 < size && numbers[i + 1] == number + 1));
  }

  /** Returns the number before a line, {@link #NONE} if there is none. */
  static int number(String text, int from, int to) {
    int start = startOfNumber(text, from, to);
    int end = endOfNumber(text, start, to);
    return end == start
            || start - from > MAX_INDENT
            || end - start > MAX_DIGITS
            || endOfMark(text, end, to) < 0
        ? NONE
        : Integer.parseInt(text, start, end, 10);
  }

  /** Returns where a line goes on after its number. */
  static int rest(String text, int from, int to) {
    return endOfMark(text, endOfNumber(text, startOfNumber(text, from, to), to), to);
  }

  private static int startOfNumber(String text, int from, int to) {
    int at = from;
    while (at < to && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
    return at;
  }

  private static int endOfNumber(String text, int start, int to) {
    int at = start;
    while (at < to && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static int endOfMark(String text, int at, int to) {
    if (at < to && ":|\t→".indexOf(text.charAt(at)) >= 0) {
      return at + 1;
    }
    return at + 1 < to && text.startsWith(" |", at) ? at + 2 : -1;
  }
}
