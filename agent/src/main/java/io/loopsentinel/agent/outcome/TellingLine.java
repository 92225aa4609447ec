package io.loopsentinel.agent.outcome;

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
    for (int i = 0; i < picked.size(); i++) {
      String line = picked.line(i);
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
    return bestRank == FailureForm.Kind.MARKER.rank() ? firstBesidesMarkers(picked, best) : best;
  }

  private static FailureForm.@Nullable Kind kind(
      String line, boolean isShort, boolean first, boolean atEnd) {
    int groups = Messages.groupsIn(line, 0, line.length());
    for (FailureForm form : FailureForm.table()) {
      if ((isShort || form.kind().countsInLongResult(first, atEnd)) && form.isIn(line, groups)) {
        return form.kind();
      }
    }
    return null;
  }

  private static @Nullable String firstBesidesMarkers(
      FailureLines picked, @Nullable String marker) {
    for (int i = 0; i < picked.head(); i++) {
      String line = picked.line(i);
      if (kind(line, true, true, true) != FailureForm.Kind.MARKER) {
        return line;
      }
    }
    return marker;
  }
}
