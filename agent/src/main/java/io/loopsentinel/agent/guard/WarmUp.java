package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;
import java.util.Map;

/**
 * Makes some calls of its own, so that what a call needs is initialised on a thread of the agent,
 * whose stack is empty, and not at whatever depth the application makes its first one.
 */
public final class WarmUp {

  private static final int CALLS = 4;
  private static final long LONGEST_WAIT_MILLIS = 3_000;

  private final Thread thread = AgentThread.daemon("loop-sentinel warm-up", WarmUp::run);

  private WarmUp() {}

  /** Has the calls made on a thread of their own. */
  public static WarmUp start() {
    WarmUp begun = new WarmUp();
    begun.thread.start();
    return begun;
  }

  /** Waits until the calls are made and another thread has ended, but not for ever. */
  public void awaitWith(Thread other) {
    boolean interrupted = Thread.interrupted();
    try {
      thread.join(LONGEST_WAIT_MILLIS);
      other.join(LONGEST_WAIT_MILLIS);
    } catch (InterruptedException e) {
      interrupted = true;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Makes the calls; what goes wrong would go wrong, and be told, in the first guarded call. */
  static void run() {
    try {
      LoopEngine engine =
          new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));
      Map<String, ?> arguments = Map.of("text", "a b", "numbers", List.of(1, 2.5));
      for (int i = 0; i < CALLS; i++) {
        Ruling ruling = engine.judge("warm-up", engine.identify("warm-up", arguments));
        if (ruling.recorded() != null) {
          engine.outcome(ruling.recorded(), "one of\ntwo lines");
        }
      }
      Ruling ruling = engine.judge("warm-up", engine.identify("failing", "{\"text\": \"a b\"}"));
      if (ruling.recorded() != null) {
        engine.outcomeFailed(ruling.recorded(), new IllegalStateException("warm-up"));
      }
    } catch (RuntimeException | LinkageError ignored) {
      // Nothing depends on these calls.
    }
  }
}
