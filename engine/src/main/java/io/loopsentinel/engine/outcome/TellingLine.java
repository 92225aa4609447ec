package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A line of a text that may report a failure: one of the first six or last four non-blank lines,
 * trimmed and cut. Of a long text, only both ends are read.
 *
 * @param index its index from the front
 * @param after number of lines after it
 */
record TellingLine(String text, int index, int after) {

  private static final int MAX_LINE = 400;
  private static final int HEAD = 6;
  private static final int TAIL = 4;
  private static final String TRACEBACK = "Traceback";

  static List<TellingLine> candidates(String text) {
    List<String> lines =
        Lines.of(Lines.ends(text)).stream()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList();
    return IntStream.range(0, lines.size())
        .filter(i -> i < HEAD || i >= lines.size() - TAIL)
        .mapToObj(i -> new TellingLine(Lines.cut(lines.get(i), MAX_LINE), i, lines.size() - 1 - i))
        .toList();
  }

  /**
   * Returns the line that distinguishes a failure from others, or null if none reports one.
   *
   * <p>It is the first line of the best form in the table. After a Python traceback it is the last
   * line of that form, because the first errors of a chain led to it. If the only form is a marker,
   * it is the first line of another kind.
   */
  static @Nullable String find(String text) {
    boolean isShort = text.length() <= Failure.SHORT;
    List<TellingLine> lines = candidates(text);
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
    WordedPattern.Line line = new WordedPattern.Line(text);
    for (FailureForm form : FailureForm.TABLE) {
      boolean counts = anywhere || form.kind().countsInLongResult(index == 0, after < TAIL);
      if (counts && form.pattern().isFoundIn(line)) {
        return form.kind();
      }
    }
    return null;
  }
}
