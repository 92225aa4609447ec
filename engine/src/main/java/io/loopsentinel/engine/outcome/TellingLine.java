package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the line that tells one failure from another.
 *
 * <p>It is the first line of the best form in the table; after a Python traceback the last one of
 * that form, since the first errors of a chain led to it; and where the table only says that the
 * call failed, the first line that says anything else.
 *
 * <p>Used for one text after the other, and takes no memory where none tells of a failure. Not
 * thread-safe.
 */
final class TellingLine {

  private static final String TRACEBACK = "Traceback";
  private static final int NONE = -1;

  private static final NeedsTable FORMS = new NeedsTable(FailureForm.NEEDS);

  private final FailureLines picked = new FailureLines();
  private final List<KeptMatcher> matchers = new ArrayList<>();

  TellingLine() {
    FailureForm.table().forEach(form -> matchers.add(new KeptMatcher(form.regex())));
  }

  /**
   * Returns the telling line of a text, or null if it tells of no failure.
   *
   * @param isShort whether the text is so short that a complaint anywhere in it is its message
   */
  @Nullable String of(String text, boolean isShort) {
    picked.pick(text);
    int best = best(isShort);
    String line = best == NONE ? null : picked.line(best);
    picked.clear();
    return line;
  }

  /**
   * Returns the groups of patterns that {@link Messages} finds in the lines that may tell, but for
   * those that {@link LineScan} finds in the lines as they stand in the text.
   */
  int groups(String text) {
    picked.pick(text);
    int groups = 0;
    for (int i = 0; i < picked.size(); i++) {
      groups |= Messages.beginning(text, picked.start(i), picked.end(i));
      groups |= Messages.atCut(text, picked.start(i), picked.end(i));
    }
    picked.clear();
    return groups;
  }

  private int best(boolean isShort) {
    int best = NONE;
    int bestRank = -1;
    boolean traceback = false;
    for (int i = 0; i < picked.size(); i++) {
      FailureForm.Kind kind = kind(i, isShort, i == 0, picked.isAtEnd(i));
      if (kind == null) {
        continue;
      }
      traceback |= kind == FailureForm.Kind.MARKER && picked.startsWith(i, TRACEBACK);
      boolean later = traceback && kind == FailureForm.Kind.NAMED && bestRank == kind.rank();
      if (kind.rank() > bestRank || later) {
        best = i;
        bestRank = kind.rank();
      }
    }
    return bestRank == FailureForm.Kind.MARKER.rank() ? firstBesidesMarkers(best) : best;
  }

  private FailureForm.@Nullable Kind kind(int line, boolean isShort, boolean first, boolean atEnd) {
    String text = picked.text();
    int from = picked.start(line);
    int to = picked.end(line);
    int groups = Messages.groupsIn(text, from, to);
    for (long forms = FORMS.in(text, from, to, groups); forms != 0; forms &= forms - 1) {
      int form = Long.numberOfTrailingZeros(forms);
      FailureForm.Kind kind = FailureForm.table().get(form).kind();
      if ((isShort || kind.countsInLongResult(first, atEnd))
          && matchers.get(form).finds(text, from, to)) {
        return kind;
      }
    }
    return null;
  }

  private int firstBesidesMarkers(int marker) {
    for (int i = 0; i < picked.head(); i++) {
      if (kind(i, true, true, true) != FailureForm.Kind.MARKER) {
        return i;
      }
    }
    return marker;
  }
}
