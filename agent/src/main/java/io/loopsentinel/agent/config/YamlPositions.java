package io.loopsentinel.agent.config;

import java.util.stream.IntStream;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/**
 * Finds where the characters of a scalar stand in the YAML that it was read from.
 *
 * <p>Scalars are written in five ways
 * (https://yaml.org/spec/1.2.2/#chapter-7-flow-style-productions and chapter 8). Plain ones stand
 * as they are. In single quotes {@code ''} is one character; in double quotes an escape is. Blocks,
 * {@code |} and {@code >}, begin on a line of their own behind the indentation. YAML counts code
 * points, Java {@code char}s.
 */
final class YamlPositions {

  private final int[] codePoints;

  YamlPositions(String text) {
    this.codePoints = text.codePoints().toArray();
  }

  /**
   * Returns the positions of a scalar's value.
   *
   * @param begin where the scalar begins, its quote or block mark included, in code points
   * @param origin the same place for a person
   */
  ScalarPositions of(ScalarEvent scalar, int begin, Origin origin) {
    return switch (scalar.getScalarStyle()) {
      case SINGLE_QUOTED -> line(scalar, begin + 1, origin.shifted(1), '\'');
      case DOUBLE_QUOTED -> line(scalar, begin + 1, origin.shifted(1), '\\');
      case LITERAL, FOLDED -> block(scalar, begin, origin);
      default -> line(scalar, begin, origin, -1);
    };
  }

  private ScalarPositions block(ScalarEvent scalar, int begin, Origin origin) {
    int line = origin.line();
    int lineStart = begin;
    int at = begin;
    boolean inHeader = true;
    while (at < codePoints.length && (inHeader || Character.isWhitespace(codePoints[at]))) {
      if (codePoints[at] == '\n') {
        line++;
        lineStart = at + 1;
        inHeader = false;
      }
      at++;
    }
    return line(scalar, at, new Origin(origin.source(), line, at - lineStart + 1), -1);
  }

  private ScalarPositions line(ScalarEvent scalar, int begin, Origin start, int escape) {
    IntStream.Builder columns = IntStream.builder();
    int chars = emptyLines(scalar.getValue());
    IntStream.range(0, chars).forEach(line -> columns.add(0));
    int at = begin;
    while (chars < scalar.getValue().length() && at < codePoints.length && !isBreak(at)) {
      int width = codePoints[at] == escape ? escapeLength(at) : 1;
      int valueChars = Character.charCount(scalar.getValue().codePointAt(chars));
      for (int i = 0; i < valueChars; i++) {
        columns.add(at - begin);
      }
      chars += valueChars;
      at += width;
    }
    return new ScalarPositions(start, columns.build().toArray());
  }

  /** A block that begins with empty lines is said to begin with its first character. */
  private static int emptyLines(String value) {
    int lines = 0;
    while (lines < value.length() && value.charAt(lines) == '\n') {
      lines++;
    }
    return lines;
  }

  private int escapeLength(int at) {
    int next = at + 1 < codePoints.length ? codePoints[at + 1] : ' ';
    if (codePoints[at] == '\'') {
      return 2;
    }
    return switch (next) {
      case 'x' -> 4;
      case 'u' -> 6;
      case 'U' -> 10;
      default -> 2;
    };
  }

  private boolean isBreak(int at) {
    return codePoints[at] == '\n' || codePoints[at] == '\r';
  }
}
