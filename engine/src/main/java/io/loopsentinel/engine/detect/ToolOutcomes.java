package io.loopsentinel.engine.detect;

import java.util.List;

/**
 * The latest outcomes of one tool in a session, the latest first; at least one. Not thread-safe:
 * the session guards them.
 */
record ToolOutcomes(List<PastOutcome> latestFirst) {

  /** Returns the latest outcome. */
  PastOutcome latest() {
    return latestFirst.get(0);
  }

  private List<PastOutcome> earlier() {
    return latestFirst.subList(1, latestFirst.size());
  }

  /**
   * Counts the latest outcome as a failure, once in a response of the model. Other failures do not
   * end its row, a success does.
   *
   * @return how often it was seen since the last finding
   */
  int countFailure() {
    for (PastOutcome each : earlier()) {
      if (!each.isFailure()) {
        break;
      }
      if (each.hasSameText(latest())) {
        latest().continueRow(each);
        return latest().count();
      }
    }
    latest().beginRow();
    return 1;
  }

  /** Counts the latest outcome as a result in the same way; any other outcome ends its row. */
  int countResult() {
    if (!earlier().isEmpty() && earlier().get(0).isSameAnswer(latest())) {
      latest().continueRow(earlier().get(0));
    } else {
      latest().beginRow();
    }
    return latest().count();
  }

  /** Begins to count all rows anew, also that of the latest outcome. */
  void restartCounts() {
    latestFirst.forEach(each -> each.restartCount(0));
  }

  /** Begins to count all rows anew, the latest outcome being the first of its row. */
  void restartCountsWithLatest() {
    restartCounts();
    latest().restartCount(1);
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
        .takeWhile(PastOutcome::isComparable)
        .filter(each -> !each.call().isOfSameResponse(latest().call()))
        .filter(each -> each.hasSameText(latest()))
        .filter(each -> each.call().isComparable() && latest().call().isComparable())
        .mapToDouble(each -> each.similarity(latest()))
        .max()
        .orElse(-1);
  }

  /**
   * Counts the latest call as similar to an earlier one.
   *
   * @return how many calls in a row were similar
   */
  int countSimilar() {
    boolean continues = !earlier().isEmpty() && earlier().get(0).isComparable();
    latest().continueSimilar(continues ? earlier().get(0).similar() : 0);
    return latest().similar();
  }
}
