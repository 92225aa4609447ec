package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import java.util.ArrayList;
import java.util.List;

/**
 * The latest failures of a session by any tool, and what they said. Not thread-safe: guarded by its
 * session.
 *
 * <p>A failure is stale if earlier ones have said at least half of its sentences.
 */
final class PastFailures {

  /** Similarity from which a success shows that a failed call works now. */
  private static final double SAME_SIMILARITY = 0.8;

  private static final int MAX = 30;

  private final List<Said> oldestFirst = new ArrayList<>(1);

  private static final class Said {

    private final Call call;
    private final WordSet arguments;
    private final WordSet sentences;
    private boolean stale;

    Said(Call call, Outcome outcome, boolean stale) {
      this.call = call;
      this.arguments = outcome.words();
      this.sentences = outcome.sentences();
      this.stale = stale;
    }
  }

  /**
   * Adds a failure, unless it has no sentence.
   *
   * @param recent the calls among which failures are counted
   * @return the number of stale failures that share a sentence with it, itself included, once for
   *     each model response; 0 if it is not stale
   */
  int add(Call call, Outcome outcome, List<Call> recent) {
    WordSet sentences = outcome.sentences();
    if (sentences.isEmpty()) {
      return 0;
    }
    int fresh = sentences.countNew(oldestFirst.stream().map(said -> said.sentences).toList());
    boolean stale = 2 * fresh <= sentences.size();
    if (oldestFirst.size() == MAX) {
      oldestFirst.remove(0);
    }
    oldestFirst.add(new Said(call, outcome, stale));
    if (!stale) {
      return 0;
    }
    int count = 0;
    Call later = null;
    for (int i = oldestFirst.size() - 1; i >= 0; i--) {
      Said said = oldestFirst.get(i);
      if (said.stale && recent.contains(said.call) && said.sentences.intersects(sentences)) {
        count += later != null && said.call.isOfSameResponse(later) ? 0 : 1;
        later = said.call;
      }
    }
    return count;
  }

  /** Restarts the count of stale failures, after a finding. */
  void restart() {
    oldestFirst.forEach(said -> said.stale = false);
  }

  /** Stops counting failures of nearly equal calls, because one has succeeded. */
  void succeeded(Call call, Outcome outcome) {
    for (Said said : oldestFirst) {
      if (said.call.tool().equals(call.tool())
          && said.arguments.similarity(outcome.words(), 1) >= SAME_SIMILARITY) {
        said.stale = false;
      }
    }
  }
}
