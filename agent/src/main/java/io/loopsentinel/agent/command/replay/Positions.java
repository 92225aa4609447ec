package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.detect.Detectors;
import java.util.Map;
import java.util.TreeMap;

/** Counts findings by where in their run they were made, in twentieths of its length. */
final class Positions {

  static final int BINS = 20;

  private final Map<String, int[]> counts = new TreeMap<>(Detectors.ORDER);

  void add(PlayedRun run) {
    for (Firing firing : run.firings()) {
      int bin = run.calls() == 0 ? 0 : (int) ((long) firing.call() * BINS / run.calls());
      int[] bins = counts.computeIfAbsent(firing.finding().detector(), detector -> new int[BINS]);
      bins[Math.min(bin, BINS - 1)]++;
    }
  }

  Map<String, int[]> counts() {
    return counts;
  }
}
