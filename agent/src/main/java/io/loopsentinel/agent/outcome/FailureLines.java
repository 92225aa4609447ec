package io.loopsentinel.agent.outcome;

import java.util.ArrayList;
import java.util.List;

/**
 * The lines of a text in which a failure would be told: the first six and the last four that are
 * not blank.
 */
record FailureLines(List<String> lines, int head) {

  private static final int HEAD = 6;
  private static final int TAIL = 4;
  private static final int MAX_LINE = 400;

  /** Picks the lines of a text, trimmed and cut. */
  static FailureLines of(String text) {
    List<String> picked = new ArrayList<>(HEAD + TAIL);
    int start = 0;
    while (start < text.length() && picked.size() < HEAD) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? text.length() : end;
      add(picked, HEAD, text, start, end);
      start = end + 1;
    }
    int head = picked.size();
    int end = text.length();
    while (end > start && picked.size() < head + TAIL) {
      int begin = Math.max(text.lastIndexOf('\n', end - 1) + 1, start);
      add(picked, head, text, begin, end);
      end = begin - 1;
    }
    return new FailureLines(picked, head);
  }

  boolean isAtEnd(int index) {
    return index >= lines.size() - TAIL;
  }

  private static void add(List<String> picked, int place, String text, int start, int end) {
    String line = text.substring(start, end).strip();
    if (!line.isEmpty()) {
      picked.add(Math.min(place, picked.size()), Lines.cut(line, MAX_LINE));
    }
  }
}
