package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;

/** Makes rulings about a loop. */
final class Found {

  private Found() {}

  /** Returns a ruling about a call that was made four times. */
  static Ruling.Found withAction(Action action) {
    LoopEngine engine =
        new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));
    for (int call = 0; call < 3; call++) {
      engine.judge("one", engine.identify("search", "the same"));
    }
    Ruling ruling = engine.judge("one", engine.identify("search", "the same"));
    Finding finding = ((Ruling.Found) ruling).decisive().finding();
    return new Ruling.Found(
        1,
        List.of(new Detection(finding, 1, action, action, null, SessionFacts.NONE)),
        action,
        null,
        false,
        false,
        0);
  }
}
