package io.loopsentinel.agent.replay.play;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.detect.Finding;

/**
 * A finding, and where in its run it was made.
 *
 * @param call number of the call it was made at, from 0; for a finding in the model's text, of the
 *     call that follows it
 * @param response number of the response that the call belongs to, from 0
 * @param tool the tool that was called; empty where the finding is about no tool
 * @param finding what was found
 * @param occurrence how often this loop was found in the run, this time included
 * @param rung what an enforcing agent would have done
 * @param tokensAfter tokens of the responses after this one
 */
public record Firing(
    int call,
    int response,
    String tool,
    Finding finding,
    int occurrence,
    Action rung,
    long tokensAfter) {

  /** Whether the call would not have run. */
  public boolean isStop() {
    return !rung.runsCall();
  }
}
