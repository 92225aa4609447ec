package io.loopsentinel.engine.outcome;

import org.jspecify.annotations.Nullable;

/**
 * Finds the line that tells one failure from another.
 *
 * <p>It is the first line of the best form in the table; after a Python traceback the last one of
 * that form, since the first errors of a chain led to it; and where the table only says that the
 * call failed, the first line that says anything else.
 */
final class TellingLine {

  private static final String TRACEBACK = "Traceback";

  private TellingLine() {}

  /**
   * Returns the telling line of a text, or null if it tells of no failure.
   *
   * @param isShort whether the text is so short that a complaint anywhere in it is its message
   */
  static @Nullable String of(FailureLines picked, boolean isShort) {
    String best = null;
    int bestRank = -1;
    boolean traceback = false;
    for (int i = 0; i < picked.lines().size(); i++) {
      String line = picked.lines().get(i);
      FailureForm.Kind kind = kind(line, isShort, i == 0, picked.isAtEnd(i));
      if (kind == null) {
        continue;
      }
      traceback |= kind == FailureForm.Kind.MARKER && line.startsWith(TRACEBACK);
      boolean later = traceback && kind == FailureForm.Kind.NAMED && bestRank == kind.rank();
      if (kind.rank() > bestRank || later) {
        best = line;
        bestRank = kind.rank();
      }
    }
    return best != null && bestRank == FailureForm.Kind.MARKER.rank()
        ? firstBesidesMarkers(picked, best)
        : best;
  }

  private static FailureForm.@Nullable Kind kind(
      String text, boolean isShort, boolean first, boolean atEnd) {
    WordedPattern.Line line = WordedPattern.Line.of(text);
    for (FailureForm form : FailureForm.TABLE) {
      if ((isShort || form.kind().countsInLongResult(first, atEnd)) && form.pattern().isIn(line)) {
        return form.kind();
      }
    }
    return null;
  }

  private static String firstBesidesMarkers(FailureLines picked, String marker) {
    return picked.lines().stream()
        .limit(picked.head())
        .filter(line -> kind(line, true, true, true) != FailureForm.Kind.MARKER)
        .findFirst()
        .orElse(marker);
  }
}
