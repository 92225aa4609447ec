package io.loopsentinel.benchmarks.scale;

import io.loopsentinel.benchmarks.guarded.Caller;
import java.util.List;

/** One session with as many calls as the window takes. */
final class LongHistory {

  /** As many for each window, so that all are compiled alike. */
  private static final int CALLS_BEFORE = 120_000;

  private LongHistory() {}

  /**
   * Tells what a call costs.
   *
   * @param args the name of the figure
   */
  public static void main(String[] args) {
    Caller caller = new Caller();
    for (int i = 0; i < CALLS_BEFORE; i++) {
      caller.call("session", "search_files");
    }
    Workload.tell(List.of(new Workload(args[0], () -> caller.call("session", "search_files"))));
    caller.checkAllRan();
  }
}
