package io.loopsentinel.targets.yaml;

import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * The positions in a file of the characters of a scalar's value.
 *
 * <p>A value differs from its source text: {@code 'it''s'} has seven characters in the file and
 * four in the value. Positions are exact on the first line of the value; later characters have the
 * position of its start. Immutable.
 */
public final class ScalarPositions {

  private static final int NO_ESCAPE = -1;

  private final Origin start;

  /** Distance from the start by character, and of the end; 0 after the first line. */
  private final int[] columns;

  private ScalarPositions(Origin start, int[] columns) {
    this.start = start;
    this.columns = columns;
  }

  /** Returns positions for a value outside a file. */
  public static ScalarPositions none(Origin origin) {
    return new ScalarPositions(origin, new int[0]);
  }

  /**
   * Returns the positions of a scalar in any of the five styles
   * (https://yaml.org/spec/1.2.2/#chapter-7-flow-style-productions and chapter 8), which begins at
   * index {@code begin} of the document's code points.
   */
  static ScalarPositions of(ScalarEvent scalar, int[] yaml, int begin, Origin origin) {
    String value = scalar.getValue();
    return switch (scalar.getScalarStyle()) {
      case SINGLE_QUOTED -> line(value, yaml, begin + 1, '\'', origin.shifted(1));
      case DOUBLE_QUOTED -> line(value, yaml, begin + 1, '\\', origin.shifted(1));
      case LITERAL, FOLDED -> block(value, yaml, begin, origin);
      default -> line(value, yaml, begin, NO_ESCAPE, origin);
    };
  }

  /** The origin of a block is its first character, after any empty lines. */
  private static ScalarPositions block(String value, int[] yaml, int begin, Origin origin) {
    int line = origin.line();
    int lineStart = begin;
    int at = begin;
    while (at < yaml.length && (line == origin.line() || Character.isWhitespace(yaml[at]))) {
      if (yaml[at++] == '\n') {
        line++;
        lineStart = at;
      }
    }
    Origin start = new Origin(origin.source(), line, at - lineStart + 1);
    return line(value, yaml, at, NO_ESCAPE, start);
  }

  private static ScalarPositions line(
      String value, int[] yaml, int begin, int escape, Origin start) {
    int[] columns = new int[value.length() + 1];
    int at = begin;
    int character = 0;
    while (value.startsWith("\n", character)) {
      character++;
    }
    while (character < value.length() && at < yaml.length && yaml[at] != '\n' && yaml[at] != '\r') {
      columns[character] = at - begin;
      character += Character.charCount(value.codePointAt(character));
      at += yaml[at] == escape ? escapeLength(yaml, at) : 1;
    }
    columns[character] = at - begin;
    return new ScalarPositions(start, columns);
  }

  private static int escapeLength(int[] yaml, int at) {
    if (yaml[at] == '\'' || at + 1 == yaml.length) {
      return 2;
    }
    return switch (yaml[at + 1]) {
      case 'x' -> 4;
      case 'u' -> 6;
      case 'U' -> 10;
      default -> 2;
    };
  }

  /** Returns the origin of a character of the value, counted from 0. */
  public Origin at(int offset) {
    return offset < columns.length ? start.shifted(columns[offset]) : start;
  }
}
