package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.settings.Action;
import java.util.List;

/**
 * A finding, and where in its run it was made.
 *
 * @param call number of the call it was made at, from 0; for a finding in the model's text, of the
 *     call that follows it
 * @param tool the tool that was called; empty where the finding is about no tool
 * @param tokensAfter tokens of the responses after this one
 * @param costAfter what these cost in US dollars, as far as their models have prices
 */
record Firing(int call, String tool, Detection detection, long tokensAfter, double costAfter) {

  /** The names of all detectors, in the order in which they are shown. */
  static final List<String> DETECTORS = Detectors.names();

  Finding finding() {
    return detection.finding();
  }

  String detector() {
    return finding().detector();
  }

  /** Returns what an enforcing agent would have done. */
  Action rung() {
    return detection.rung();
  }

  boolean isStop() {
    return !rung().runsCall();
  }
}
