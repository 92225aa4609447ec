package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.outcome.pattern.TableFile;
import io.loopsentinel.engine.outcome.pattern.WordedPattern;
import io.loopsentinel.engine.outcome.pattern.WordedPatterns;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A form of line that reports a failed call. */
record FailureForm(Kind kind, String example, WordedPattern pattern) {

  private static final int COLUMNS = 4;

  /** In the order of matching: a marker is no telling line, even if another form matches it. */
  static final List<FailureForm> TABLE =
      TableFile.read("failure-forms.txt", COLUMNS).stream()
          .map(
              row ->
                  new FailureForm(
                      Kind.valueOf(row.get(0).toUpperCase(Locale.ROOT)),
                      row.get(2),
                      WordedPattern.of(row.get(1), row.get(3))))
          .sorted(Comparator.comparing(FailureForm::kind))
          .toList();

  static final WordedPatterns PATTERNS =
      new WordedPatterns(TABLE.stream().map(FailureForm::pattern).toList());

  /** Returns the form of a line, or null if it does not report a failure. */
  static @Nullable Kind kindOf(String line, Predicate<Kind> counts) {
    long rest = PATTERNS.candidates(line);
    while (rest != 0) {
      FailureForm form = TABLE.get(Long.numberOfTrailingZeros(rest));
      if (counts.test(form.kind()) && form.pattern().matcher(line) != null) {
        return form.kind();
      }
      rest &= rest - 1;
    }
    return null;
  }

  /** The kinds of form, in the order of matching. */
  enum Kind {
    /** It says that the call failed, not how. */
    MARKER(0),
    /** The name of an error and its message. */
    NAMED(4),
    /** A remark of a program. */
    REMARK(3),
    /** A program says what is wrong. */
    STATEMENT(3),
    /** A plain sentence reports the failure. */
    SENTENCE(2),
    /** A usage line. */
    USAGE(1);

    private final int rank;

    Kind(int rank) {
      this.rank = rank;
    }

    /** Returns how well a line of this kind distinguishes failures, from 0 (not at all) to 4. */
    int rank() {
      return rank;
    }

    /**
     * Returns whether it counts in a long result. A call whose result starts with a remark and
     * continues for a page has done its work.
     */
    boolean countsInLongResult(boolean first, boolean atEnd) {
      return switch (this) {
        case REMARK -> atEnd;
        case SENTENCE -> first || atEnd;
        default -> true;
      };
    }
  }
}
