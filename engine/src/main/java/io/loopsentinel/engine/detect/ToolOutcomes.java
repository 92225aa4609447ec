package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The latest outcomes of one tool in a session, the latest first; at least one. Not thread-safe:
 * the session guards them.
 */
record ToolOutcomes(List<ToolOutcomes.Past> latestFirst) {

  /** The outcome of a call, and its place in the row of equal outcomes that it continues. */
  static final class Past {

    private final Call call;
    private final boolean failed;
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
      this.failed = outcome.failed();
      this.text = failed ? outcome.errorKey() : outcome.normalisedKey();
      this.answer = failed ? outcome.errorKey() : outcome.stagnationKey();
      this.arguments = comparable ? outcome.words() : null;
    }

    Call call() {
      return call;
    }

    int total() {
      return total;
    }

    /** Returns whether one and the same call had all outcomes of the row. */
    boolean isOfOneCall() {
      return ofOneCall;
    }

    /** Begins a row, or continues that of an earlier outcome: by one for each response. */
    private int countOn(Optional<Past> earlier) {
      int before = earlier.map(each -> each.count).orElse(0);
      int more = before > 0 && call.isOfSameResponse(earlier.orElseThrow().call) ? 0 : 1;
      count = before + more;
      total = earlier.map(each -> each.total + more).orElse(1);
      ofOneCall = earlier.map(each -> each.ofOneCall && call.isSameAs(each.call)).orElse(true);
      return count;
    }

    /** Returns how alike the calls are, from 0 to 1; -1 where they are not to be compared. */
    private double similarity(Past other) {
      return arguments == null
              || other.arguments == null
              || call.isOfSameResponse(other.call)
              || text != other.text
          ? -1
          : arguments.similarity(other.arguments, 1);
    }
  }

  Past latest() {
    return latestFirst.get(0);
  }

  private List<Past> earlier() {
    return latestFirst.subList(1, latestFirst.size());
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
                .takeWhile(each -> each.failed)
                .filter(each -> each.text == latest().text)
                .findFirst());
  }

  /** Counts the latest outcome as a result in the same way; any other outcome ends its row. */
  int countResult() {
    return latest()
        .countOn(earlier().stream().findFirst().filter(each -> each.answer == latest().answer));
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

  /** Counts the latest call as similar to an earlier one; returns how many in a row were so. */
  int countSimilar() {
    latest().similar =
        1 + earlier().stream().limit(1).filter(each -> !each.told).mapToInt(p -> p.similar).sum();
    return latest().similar;
  }

  /** Ends the comparison of later calls with the latest one and those before: they are told of. */
  void endComparison() {
    latest().told = true;
  }
}
