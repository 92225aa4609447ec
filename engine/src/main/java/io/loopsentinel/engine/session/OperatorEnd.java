package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Evidence;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.Action;
import java.util.List;

/** Says that an operator ended the session. */
record OperatorEnd() implements Evidence {

  private static final String NAME = "operator";

  /** Returns the decision that terminates a session. */
  static Decision.Found decision(long number) {
    Finding finding =
        new Finding(
            new Finding.Loop(NAME, Fingerprint.of(NAME)), 1, 1, List.of(), new OperatorEnd(), "");
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
        call -> "An operator ended this conversation.",
        "an operator ended it",
        "the command of an operator",
        new Advice("Stop here.", "stop here", "If it is meant, go on.", null, false, "it goes on"));
  }
}
