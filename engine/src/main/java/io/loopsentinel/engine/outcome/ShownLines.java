package io.loopsentinel.engine.outcome;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The hashes of the distinct lines of a text, sorted. Blank lines, blanks around lines and the
 * numbers of lines that count up do not count.
 *
 * <p>Numbers are written as in {@code 12:code}, {@code 12→code}, {@code 12<tab>code} and {@code 12
 * | code}. A number counts up if it is 1 or follows, or is followed by, its neighbour in the line
 * before or after. {@code 4096<tab>dir} of {@code du} is not a listing and keeps its number.
 */
final class ShownLines {

  private static final byte[] ARROW = "→".getBytes(StandardCharsets.UTF_8);
  private static final int INITIAL_LINES = 4;
  private static final int MAX_INDENT = 8;
  private static final int MAX_DIGITS = 7;
  private static final int NO_NUMBER = -2;

  private final byte[] text;

  /** End of the number that was read last, with its separator. */
  private int numberEnd;

  private ShownLines(byte[] text) {
    this.text = text;
  }

  /** Returns the hashes of the lines of a text in UTF-8. */
  static long[] hashes(byte[] text) {
    return new ShownLines(text).hashes();
  }

  /** Returns the hash of a single line without a number. */
  static long hash(String line) {
    byte[] bytes = line.strip().getBytes(StandardCharsets.UTF_8);
    return TextHash.of(bytes, 0, bytes.length);
  }

  private long[] hashes() {
    long[] hashes = new long[INITIAL_LINES];
    int count = 0;
    int before = NO_NUMBER;
    int number = number(0);
    for (int start = 0; start <= text.length; ) {
      int end = lineEnd(start);
      int contentStart = numberEnd;
      int after = end < text.length ? number(end + 1) : NO_NUMBER;
      boolean countsUp =
          number != NO_NUMBER && (number == 1 || before == number - 1 || after == number + 1);
      int first = skipBlanks(countsUp ? contentStart : start, end);
      int last = end;
      while (last > first && isBlank(text[last - 1])) {
        last--;
      }
      if (last > first) {
        hashes = count == hashes.length ? Arrays.copyOf(hashes, 2 * count) : hashes;
        hashes[count++] = TextHash.of(text, first, last);
      }
      before = number;
      number = after;
      start = end + 1;
    }
    return distinct(hashes, count);
  }

  private static long[] distinct(long[] hashes, int count) {
    Arrays.sort(hashes, 0, count);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || hashes[i] != hashes[i - 1]) {
        hashes[distinct++] = hashes[i];
      }
    }
    return distinct == hashes.length ? hashes : Arrays.copyOf(hashes, distinct);
  }

  private int lineEnd(int start) {
    int end = start;
    while (end < text.length && text[end] != '\n') {
      end++;
    }
    return end;
  }

  /** Returns the number at the front of a line, and sets its end. */
  private int number(int start) {
    int digits = start;
    while (digits < text.length
        && digits < start + MAX_INDENT
        && (text[digits] == ' ' || text[digits] == '\t')) {
      digits++;
    }
    int number = 0;
    int end = digits;
    while (end < text.length && end < digits + MAX_DIGITS && text[end] >= '0' && text[end] <= '9') {
      number = number * 10 + text[end] - '0';
      end++;
    }
    int separator = separatorLength(end);
    numberEnd = end + separator;
    return end == digits || separator == 0 ? NO_NUMBER : number;
  }

  private int separatorLength(int at) {
    if (at == text.length) {
      return 0;
    }
    return switch (text[at]) {
      case ':', '|', '\t' -> 1;
      case ' ' -> at + 1 < text.length && text[at + 1] == '|' ? 2 : 0;
      default -> {
        int end = Math.min(text.length, at + ARROW.length);
        yield Arrays.equals(text, at, end, ARROW, 0, ARROW.length) ? ARROW.length : 0;
      }
    };
  }

  private int skipBlanks(int start, int end) {
    int i = start;
    while (i < end && isBlank(text[i])) {
      i++;
    }
    return i;
  }

  private static boolean isBlank(byte character) {
    return character >= 0 && character <= ' ';
  }
}
