package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a text in which a failure would be told: the first six and the last four that are
 * not blank, trimmed and cut. Of a long text only both ends are read.
 *
 * @param lines in the order of the text
 * @param head how many of them stand at the front of the text
 */
record FailureLines(List<String> lines, int head) {

  /** Characters at either end of a text that are read. */
  static final int READ = 4 * 1024;

  /** Characters of a line that are read. */
  private static final int MAX_LINE = 400;

  private static final int HEAD = 6;
  private static final int TAIL = 4;

  /** Picks the lines of a text. */
  static FailureLines of(String text) {
    List<String> all =
        Lines.of(Lines.ends(text, READ)).stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .map(line -> Lines.cut(line, MAX_LINE))
            .toList();
    int head = Math.min(HEAD, all.size());
    int tail = Math.max(head, all.size() - TAIL);
    List<String> picked = new ArrayList<>(all.subList(0, head));
    picked.addAll(all.subList(tail, all.size()));
    return new FailureLines(picked, head);
  }

  boolean isAtEnd(int index) {
    return index >= lines.size() - TAIL;
  }
}
