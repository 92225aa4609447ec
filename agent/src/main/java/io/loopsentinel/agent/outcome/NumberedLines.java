package io.loopsentinel.agent.outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * Listings with a number before each line, as {@code cat -n}, {@code grep -n} and file views have
 * it: {@code 12:code}, {@code 12→code}, {@code 12<tab>code}, {@code 12 | code}.
 */
final class NumberedLines {

  private static final int MAX_INDENT = 8;
  private static final int MAX_DIGITS = 7;
  private static final int NONE = -2;

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
      numbers[i] = number(lines.get(i));
      any |= numbers[i] != NONE;
    }
    if (!any) {
      return lines;
    }
    List<String> rest = new ArrayList<>(numbers.length);
    for (int i = 0; i < numbers.length; i++) {
      String line = lines.get(i);
      rest.add(countsUp(numbers, i) ? line.substring(endOfMark(line, endOfNumber(line))) : line);
    }
    return rest;
  }

  private static boolean countsUp(int[] numbers, int i) {
    int number = numbers[i];
    return number != NONE
        && (number == 1
            || (i > 0 && numbers[i - 1] == number - 1)
            || (i + 1 < numbers.length && numbers[i + 1] == number + 1));
  }

  private static int number(String line) {
    int end = endOfNumber(line);
    return end < 0 || endOfMark(line, end) < 0
        ? NONE
        : Integer.parseInt(line, startOfNumber(line), end, 10);
  }

  private static int startOfNumber(String line) {
    int at = 0;
    while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
      at++;
    }
    return at;
  }

  private static int endOfNumber(String line) {
    int start = startOfNumber(line);
    int at = start;
    while (at < line.length() && line.charAt(at) >= '0' && line.charAt(at) <= '9') {
      at++;
    }
    return start > MAX_INDENT || at == start || at - start > MAX_DIGITS ? -1 : at;
  }

  private static int endOfMark(String line, int at) {
    if (at < line.length() && ":|\t→".indexOf(line.charAt(at)) >= 0) {
      return at + 1;
    }
    return line.startsWith(" |", at) ? at + 2 : -1;
  }
}
