package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.regex.Matcher;

/**
 * What is to be written in the place of something in a line.
 *
 * @param name what kind of thing it is
 * @param replacement with $1 for the pattern's first group
 * @param example a text in which the pattern finds something
 */
record Rewrite(String name, String replacement, String example, WordedPattern pattern) {

  private static final int COLUMNS = 5;

  /** Reads a table of the resources {@code outcome}. */
  static List<Rewrite> table(String name) {
    return TableFile.read(name, COLUMNS).stream()
        .map(
            row ->
                new Rewrite(
                    row.get(0), row.get(1), row.get(3), new WordedPattern(row.get(2), row.get(4))))
        .toList();
  }

  /** Returns a line as these rewrites, in their order, want it. */
  static String applyAll(List<Rewrite> rewrites, String text) {
    WordedPattern.Line line = WordedPattern.Line.of(text);
    for (Rewrite rewrite : rewrites) {
      Matcher matcher = rewrite.pattern().matcher(line);
      if (matcher != null) {
        line = WordedPattern.Line.of(matcher.replaceAll(rewrite.replacement()));
      }
    }
    return line.text();
  }
}
