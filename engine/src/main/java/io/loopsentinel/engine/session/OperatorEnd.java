package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.Action;
import java.util.List;

/**
 * The evidence that a session was ended without a loop.
 *
 * @param by who ended it
 */
record OperatorEnd(String by) implements Evidence {

  /** Returns the decision of an operator that terminates a session. */
  static Decision.Found decision(long number) {
    return decision(number, "operator", "an operator");
  }

  /** Returns a stand-in for a decision that other JVMs know and that is older than the log. */
  static Decision.Found earlier() {
    return decision(0, "earlier", "an earlier finding");
  }

  private static Decision.Found decision(long number, String name, String by) {
    Finding finding =
        new Finding(
            new Finding.Loop(name, Fingerprint.of(name)), 1, 1, List.of(), new OperatorEnd(by), "");
    Detection detection =
        new Detection(finding, 1, Action.TERMINATE, Action.TERMINATE, null, SessionFacts.NONE);
    return new Decision.Found(number, List.of(detection), Action.TERMINATE, null, true, false, 0);
  }

  @Override
  public boolean isOfLoop() {
    return false;
  }

  @Override
  public Words words(Finding finding) {
    return new Words(
        call -> "A" + by.substring(1) + " ended this conversation.",
        by + " ended it",
        "the command of " + by,
        new Advice("Stop here.", "stop here", "If it is meant, go on.", null, false, "it goes on"));
  }
}
