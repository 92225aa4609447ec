package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.lists.Lists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A form of line that says that a call failed. */
record FailureForm(Kind kind, Needs needs, String example, LazyPattern regex) {

  private static final int COLUMNS = 4;

  /** In the order of trying: a marker is no telling line, even where it reads like another form. */
  private static final List<FailureForm> TABLE = readTable();

  /** What they need, in the same order. */
  static final List<Needs> NEEDS = Lists.map(TABLE, FailureForm::needs);

  /** How well a line of a form tells one failure from another; in the order of trying. */
  enum Kind {
    /** It says that the call failed, not how. */
    MARKER(0),
    /** The name of an error and its message. */
    NAMED(4),
    /** A program's remark. */
    REMARK(3),
    /** A program says what is wrong. */
    STATEMENT(3),
    /** A plain sentence says so. */
    SENTENCE(2),
    /** A usage line. */
    USAGE(1);

    private final int rank;

    Kind(int rank) {
      this.rank = rank;
    }

    /** Returns how well it tells failures apart: from 0, not at all, to 4. */
    int rank() {
      return rank;
    }

    /**
     * Returns whether it counts in a long result: one that starts with a remark and then goes on
     * for a page has done its work.
     */
    boolean countsInLongResult(boolean first, boolean atEnd) {
      return switch (this) {
        case REMARK -> atEnd;
        case SENTENCE -> first || atEnd;
        default -> true;
      };
    }
  }

  private static List<FailureForm> readTable() {
    List<FailureForm> forms =
        new ArrayList<>(Lists.map(TableFile.read("failure-forms.txt", COLUMNS), FailureForm::of));
    forms.sort(Comparator.comparing(FailureForm::kind));
    return List.copyOf(forms);
  }

  static List<FailureForm> table() {
    return TABLE;
  }

  Pattern pattern() {
    return regex.get();
  }

  private static FailureForm of(List<String> row) {
    return new FailureForm(
        Kind.valueOf(row.get(0).toUpperCase(Locale.ROOT)),
        Needs.of(row.get(1)),
        row.get(2),
        new LazyPattern(row.get(3), Pattern.UNIX_LINES));
  }
}
