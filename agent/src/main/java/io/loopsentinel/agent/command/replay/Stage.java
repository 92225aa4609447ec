package io.loopsentinel.agent.command.replay;

import java.util.Optional;

/** Counts the runs that came to a certain rung, and what followed it. */
public final class Stage {

  private int runs;
  private int succeeded;
  private long callsAfter;
  private long tokensAfter;

  /** Counts a run where it has such a finding. */
  void add(PlayedRun run, Optional<Firing> first) {
    if (first.isPresent()) {
      runs++;
      succeeded += run.succeeded() ? 1 : 0;
      callsAfter += run.callsAfter(first.get());
      tokensAfter += first.get().tokensAfter();
    }
  }

  /** Returns how many runs came to it. */
  public int runs() {
    return runs;
  }

  /** Returns how many of these solved their task all the same. */
  public int succeeded() {
    return succeeded;
  }

  /** Returns how many calls followed the first such finding of each run. */
  public long callsAfter() {
    return callsAfter;
  }

  /** Returns how many tokens the responses after it took. */
  public long tokensAfter() {
    return tokensAfter;
  }
}
