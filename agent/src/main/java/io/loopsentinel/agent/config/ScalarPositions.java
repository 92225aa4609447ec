package io.loopsentinel.agent.config;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where the characters of a scalar's value stand in its file.
 *
 * <p>A value is not what was written: {@code 'it''s'} has seven characters in the file and four in
 * the value. Positions are exact on the first line of the value; what lies beyond it is said to
 * stand where the value begins.
 */
public final class ScalarPositions {

  private final Origin start;
  private final int[] columns;

  /**
   * Creates positions.
   *
   * @param start where the first character stands
   * @param columns for each character of the value's first line, how far right of {@code start}
   */
  ScalarPositions(Origin start, int[] columns) {
    this.start = start;
    this.columns = Arrays.copyOf(columns, columns.length);
  }

  /** Creates positions for a value that stands in its file as it is, on one line. */
  static ScalarPositions plain(Origin start, String value) {
    return new ScalarPositions(start, IntStream.range(0, value.length()).toArray());
  }

  /** Creates positions for a value that stands in no file. */
  static ScalarPositions none(Origin origin) {
    return new ScalarPositions(origin, new int[0]);
  }

  /** Returns where the first character stands. */
  Origin start() {
    return start;
  }

  /** Returns how far right of the first each character of the first line stands. */
  int[] columns() {
    return columns.clone();
  }

  /** Returns where a character of the value stands, counted from 0. */
  public Origin at(int offset) {
    if (offset >= 0 && offset < columns.length) {
      return start.shifted(columns[offset]);
    }
    boolean justBehind = offset > 0 && offset == columns.length;
    return justBehind ? start.shifted(columns[offset - 1] + 1) : start;
  }
}
