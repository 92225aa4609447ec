package io.loopsentinel.agent.command.replay;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Keeps the flagged runs with the most calls after their first finding, for a chart of each. */
final class Strips {

  static final int MOST_RUNS = 200;
  private static final int MOST_FINDINGS = 1_000;

  private final PriorityQueue<Strip> strips =
      new PriorityQueue<>(Comparator.comparingInt(Strip::callsAfter));
  private int dropped;

  /**
   * A run to be drawn.
   *
   * @param label what a reader says about it, if anyone does
   */
  record Strip(String file, PlayedRun run, @Nullable LabelledRun label) {

    int callsAfter() {
      return run.firstRung().map(run::callsAfter).orElse(0);
    }

    List<Firing> firings() {
      return run.firings().subList(0, Math.min(run.firings().size(), MOST_FINDINGS));
    }
  }

  void add(String file, PlayedRun run, @Nullable LabelledRun label) {
    if (run.firings().isEmpty()) {
      return;
    }
    strips.add(new Strip(file, run, label));
    if (strips.size() > MOST_RUNS) {
      strips.remove();
      dropped++;
    }
  }

  /** Returns them, most calls after the first finding first. */
  List<Strip> byCallsAfter() {
    return strips.stream()
        .sorted(
            Comparator.comparingInt(Strip::callsAfter)
                .reversed()
                .thenComparing(strip -> strip.run().id()))
        .toList();
  }

  /** Returns how many flagged runs are not among them. */
  int dropped() {
    return dropped;
  }
}
