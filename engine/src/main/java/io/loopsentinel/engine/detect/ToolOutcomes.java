package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The latest outcomes of one tool in a session, the latest first; at least one. Not thread-safe:
 * the session guards them.
 */
record ToolOutcomes(List<ToolOutcomes.Past> latestFirst) {

  private enum Kind {
    RESULT,
    /** A result that says that there is nothing; what it names is no part of the answer. */
    NEGATIVE_ANSWER,
    ACKNOWLEDGEMENT,
    FAILURE;

    static Kind of(Outcome outcome) {
      if (outcome.failed()) {
        return FAILURE;
      }
      if (outcome.acknowledgement()) {
        return ACKNOWLEDGEMENT;
      }
      return outcome.stagnationKey() == outcome.normalisedKey() ? RESULT : NEGATIVE_ANSWER;
    }
  }

  /** The outcome of a call, and its place in the row of equal outcomes that it continues. */
  static final class Past {

    private final Call call;
    private final Kind kind;
    private final long text;
    private final long answer;
    private final @Nullable WordSet arguments;
    private int count;
    private int total;
    private int similar;
    private boolean ofOneCall;
    private boolean told;

    /**
     * Creates an outcome that is in no row.
     *
     * @param comparable whether the arguments of the call were read as a whole
     */
    Past(Call call, Outcome outcome, boolean comparable) {
      this.call = call;
      this.kind = Kind.of(outcome);
      this.text = outcome.failed() ? outcome.errorKey() : outcome.normalisedKey();
      this.answer = outcome.failed() ? outcome.errorKey() : outcome.stagnationKey();
      this.arguments = comparable ? outcome.words() : null;
    }

    /** Returns the call that had this outcome. */
    Call call() {
      return call;
    }

    /** Returns the length of the row, findings or not. */
    int total() {
      return total;
    }

    /** Returns whether one and the same call had all outcomes of the row. */
    boolean isOfOneCall() {
      return ofOneCall;
    }

    /** Begins a row, or continues that of an earlier outcome: by one for each response. */
    private int countOn(@Nullable Past earlier) {
      int before = earlier == null ? 0 : earlier.count;
      int more = before == 0 || earlier == null || !call.isOfSameResponse(earlier.call) ? 1 : 0;
      count = before + more;
      total = earlier == null ? 1 : earlier.total + more;
      ofOneCall = earlier == null || (earlier.ofOneCall && call.isSameAs(earlier.call));
      return count;
    }

    /** Returns whether both are the same text without volatile tokens, or the same failure. */
    private boolean hasSameText(Past other) {
      return kind == other.kind && text == other.text;
    }

    /** Returns whether both are the same answer, whatever each names. */
    private boolean isSameAnswer(Past other) {
      return kind == other.kind && answer == other.answer;
    }

    /** Returns how alike the calls are, from 0 to 1; -1 where they are not to be compared. */
    private double similarity(Past other) {
      return arguments == null
              || other.arguments == null
              || call.isOfSameResponse(other.call)
              || !hasSameText(other)
          ? -1
          : arguments.similarity(other.arguments, 1);
    }
  }

  /** Returns the latest outcome. */
  Past latest() {
    return latestFirst.get(0);
  }

  private List<Past> earlier() {
    return latestFirst.subList(1, latestFirst.size());
  }

  private @Nullable Past before() {
    return latestFirst.size() == 1 ? null : latestFirst.get(1);
  }

  /**
   * Counts the latest outcome as a failure, once in a response of the model. Other failures do not
   * end its row, a success does.
   *
   * @return how often it was seen since the last finding
   */
  int countFailure() {
    return latest()
        .countOn(
            earlier().stream()
                .takeWhile(each -> each.kind == Kind.FAILURE)
                .filter(latest()::hasSameText)
                .findFirst()
                .orElse(null));
  }

  /** Counts the latest outcome as a result in the same way; any other outcome ends its row. */
  int countResult() {
    Past before = before();
    return latest().countOn(before != null && before.isSameAnswer(latest()) ? before : null);
  }

  /**
   * Begins to count all rows anew.
   *
   * @param latest what the row of the latest outcome begins with
   */
  void restartCounts(int latest) {
    latestFirst.forEach(each -> each.count = 0);
    latest().count = latest;
  }

  /**
   * Returns the greatest similarity of the latest call to one of another response that had an equal
   * outcome.
   *
   * @param limit the number of earlier calls to compare with
   * @return from 0 to 1; -1 where there is no such call
   */
  double greatestSimilarity(int limit) {
    return earlier().stream()
        .limit(limit)
        .takeWhile(each -> !each.told)
        .mapToDouble(latest()::similarity)
        .max()
        .orElse(-1);
  }

  /**
   * Counts the latest call as similar to an earlier one.
   *
   * @return how many calls in a row were similar
   */
  int countSimilar() {
    Past before = before();
    latest().similar = 1 + (before == null || before.told ? 0 : before.similar);
    return latest().similar;
  }

  /** Ends the comparison of later calls with the latest one and those before: they are told of. */
  void endComparison() {
    latest().told = true;
  }
}
