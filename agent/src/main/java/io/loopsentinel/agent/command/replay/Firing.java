package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.settings.Action;

/**
 * A finding, and where in its run it was made.
 *
 * @param call number of the call it was made at, from 0; for a finding in the model's text, of the
 *     call that follows it
 * @param tool the tool that was called; empty where the finding is about no tool
 * @param detection what was found, and what an enforcing agent would have done
 * @param tokensAfter tokens of the responses after this one
 */
public record Firing(int call, String tool, Detection detection, long tokensAfter) {

  /** Returns what was found. */
  public Finding finding() {
    return detection.finding();
  }

  /** Returns how often this loop was found in the run, this time included. */
  public int occurrence() {
    return detection.occurrence();
  }

  /** Returns what an enforcing agent would have done. */
  public Action rung() {
    return detection.rung();
  }

  /** Whether the call would not have run. */
  public boolean isStop() {
    return !rung().runsCall();
  }
}
