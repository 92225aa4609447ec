package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;

/** Makes decisions about a loop. */
final class Found {

  private Found() {}

  /** Returns a decision about a call that was made four times. */
  static Decision.Found withAction(Action action) {
    LoopEngine engine =
        new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));
    for (int call = 0; call < 3; call++) {
      engine.judge("one", engine.identify("search", "the same"));
    }
    Decision decision = engine.judge("one", engine.identify("search", "the same"));
    Finding finding = ((Decision.Found) decision).decisive().finding();
    return new Decision.Found(
        1,
        List.of(new Detection(finding, 1, action, action, null, SessionFacts.NONE)),
        action,
        null,
        false,
        false,
        0);
  }
}
