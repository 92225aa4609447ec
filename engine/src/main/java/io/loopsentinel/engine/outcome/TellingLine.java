package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of a text that may report a failure: one of the first six or last four non-blank lines,
 * trimmed and cut. Of a long text, only both ends are read.
 *
 * @param index its index among these lines
 * @param after number of these lines after it
 */
record TellingLine(String text, int index, int after) {

  private static final int MAX_LINE = 400;
  private static final int HEAD = 6;
  private static final int TAIL = 4;
  private static final String TRACEBACK = "Traceback";
  private static final String MARK = "Error: ";

  static List<TellingLine> candidates(String text) {
    String read = Lines.ends(text);
    List<String> lines = new ArrayList<>(HEAD + TAIL);
    int start = 0;
    while (start < read.length() && lines.size() < HEAD) {
      int end = read.indexOf('\n', start);
      end = end < 0 ? read.length() : end;
      addUnlessBlank(read, start, end, lines);
      start = end + 1;
    }
    int head = lines.size();
    int end = read.length();
    while (end > start && lines.size() < head + TAIL) {
      int before = Math.max(read.lastIndexOf('\n', end - 1), start - 1);
      addUnlessBlank(read, before + 1, end, lines);
      end = before;
    }
    Collections.reverse(lines.subList(head, lines.size()));
    List<TellingLine> candidates = new ArrayList<>(lines.size());
    for (int i = 0; i < lines.size(); i++) {
      candidates.add(new TellingLine(lines.get(i), i, lines.size() - 1 - i));
    }
    return candidates;
  }

  private static void addUnlessBlank(String text, int start, int end, List<String> lines) {
    String line = text.substring(start, end).strip();
    if (!line.isEmpty()) {
      lines.add(Lines.cut(line, MAX_LINE));
    }
  }

  /**
   * Returns the line that distinguishes a failure from others, or null if none reports one.
   *
   * <p>It is the first line of the best form in the table. After a Python traceback it is the last
   * line of that form, because the first errors of a chain led to it. If the only form is a marker,
   * it is the first line of another kind. {@code Error: } before several lines is a marker, too:
   * some tools write it before all output of a failed command.
   */
  static @Nullable String find(String text) {
    boolean isShort = text.length() <= Failure.SHORT;
    List<TellingLine> lines = candidates(text);
    boolean marked = lines.size() > 1 && lines.get(0).text.startsWith(MARK);
    if (marked) {
      String first = lines.get(0).text.substring(MARK.length()).strip();
      lines.set(0, new TellingLine(first, 0, lines.size() - 1));
    }
    String best = null;
    FailureForm.Kind bestKind = null;
    boolean traceback = false;
    for (TellingLine line : lines) {
      FailureForm.Kind kind = line.kind(isShort);
      if (kind == null) {
        continue;
      }
      traceback |= kind == FailureForm.Kind.MARKER && line.text.startsWith(TRACEBACK);
      boolean later = traceback && kind == FailureForm.Kind.NAMED && kind == bestKind;
      if (bestKind == null || kind.rank() > bestKind.rank() || later) {
        best = line.text;
        bestKind = kind;
      }
    }
    if (marked && (bestKind == null || bestKind == FailureForm.Kind.USAGE)) {
      return lines.get(0).text;
    }
    return best != null && bestKind == FailureForm.Kind.MARKER
        ? firstBesidesMarkers(lines, best)
        : best;
  }

  private static String firstBesidesMarkers(List<TellingLine> lines, String marker) {
    return lines.stream()
        .filter(line -> line.index < HEAD && line.kind(true) != FailureForm.Kind.MARKER)
        .map(TellingLine::text)
        .findFirst()
        .orElse(marker);
  }

  /**
   * Returns the form of the line, or null if it does not report a failure.
   *
   * @param anywhere whether every form counts at every position
   */
  private FailureForm.@Nullable Kind kind(boolean anywhere) {
    return FailureForm.kindOf(
        text, kind -> anywhere || kind.countsInLongResult(index == 0, after < TAIL));
  }
}
