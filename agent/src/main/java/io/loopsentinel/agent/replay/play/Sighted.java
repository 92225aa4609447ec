package io.loopsentinel.agent.replay.play;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.detect.Finding;

/**
 * A finding whose place in the run is not known yet.
 *
 * @param finding what was found
 * @param occurrence how often this loop was found by now
 * @param rung what an enforcing agent would have done
 */
record Sighted(Finding finding, int occurrence, Action rung) {

  Firing at(int call, int response, String tool, long tokensAfter) {
    return new Firing(call, response, tool, finding, occurrence, rung, tokensAfter);
  }
}
