package io.loopsentinel.agent.launch;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;
import java.util.Map;

/**
 * Judges calls before the first guarded one, so that all classes of the path are initialized on a
 * thread of the agent, whose stack is empty.
 */
final class WarmUp {

  private static final int CALLS = 4;

  private WarmUp() {}

  /** Makes the calls. A failure would also occur, and be reported, in the first guarded call. */
  static void run() {
    try {
      LoopEngine engine =
          new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));
      Map<String, ?> arguments = Map.of("text", "a b", "numbers", List.of(1, 2.5));
      for (int i = 0; i < CALLS; i++) {
        Decision decision = engine.judge("warm-up", engine.identify("warm-up", arguments));
        if (decision.recorded() != null) {
          engine.outcome(decision.recorded(), "one of\ntwo lines");
        }
      }
      Decision decision =
          engine.judge("warm-up", engine.identify("failing", "{\"text\": \"a b\"}"));
      if (decision.recorded() != null) {
        engine.outcomeFailed(decision.recorded(), new IllegalStateException("warm-up"));
      }
    } catch (RuntimeException | LinkageError ignored) {
      // Nothing depends on these calls.
    }
  }
}
