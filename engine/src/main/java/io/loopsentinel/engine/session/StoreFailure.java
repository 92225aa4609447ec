package io.loopsentinel.engine.session;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.gate.EffectRefusal;
import io.loopsentinel.engine.settings.Action;
import java.util.List;

/** The evidence that a call was not run because the store of its session failed. */
record StoreFailure() implements Evidence {

  /** Returns the decision about a call that must not run unjudged. */
  static Decision refused(ToolCall call, long number) {
    Finding finding =
        new Finding(
            new Finding.Loop(EffectRefusal.OF_STORE, call.fingerprint()),
            1,
            1,
            List.of(call.tool()),
            new StoreFailure(),
            "sessions.on_store_error");
    Detection detection =
        new Detection(
            finding,
            1,
            Action.HINT,
            Action.HINT,
            call.policy().texts().reason(),
            SessionFacts.NONE);
    return new Decision.Found(number, List.of(detection), Action.HINT, null, false, false, 0);
  }

  @Override
  public boolean isOfLoop() {
    return false;
  }

  @Override
  public Words words(Finding finding) {
    return new Words(
        call -> "The calls of this conversation cannot be counted at the moment.",
        "the store of the session failed",
        "by on_store_error",
        new Advice(
            "Tell the user that this failed for a technical reason, or try again later.",
            "answer with what you have",
            "If it cannot wait, go on.",
            null,
            false,
            "it is made at once again"));
  }
}
