package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.settings.Action;
import java.util.List;

/**
 * A finding and its position in a run.
 *
 * @param call number of the call, from 0; for a finding in the model's text, of the next call
 * @param tool the called tool; empty if the finding is not about a tool
 * @param tokensAfter tokens of the responses after this one
 * @param costAfter cost of these responses in US dollars; models without a price count as 0
 */
record Firing(int call, String tool, Detection detection, long tokensAfter, double costAfter) {

  /** The names of all detectors, in display order. */
  static final List<String> DETECTORS = Detectors.names();

  Finding finding() {
    return detection.finding();
  }

  String detector() {
    return finding().detector();
  }

  /** Returns the action that an enforcing agent would have taken. */
  Action rung() {
    return detection.rung();
  }

  boolean isStop() {
    return !rung().runsCall();
  }
}
