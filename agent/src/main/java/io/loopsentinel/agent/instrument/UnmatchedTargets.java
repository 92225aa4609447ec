package io.loopsentinel.agent.instrument;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.match.Mismatch;
import io.loopsentinel.agent.match.Target;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.thread.AgentThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Tells the user which of the configured targets guard nothing, once each: some time after the
 * start, or when the JVM ends before.
 *
 * @param open those that have matched nothing so far
 * @param loadedClasses all classes that the JVM has loaded, when asked
 */
record UnmatchedTargets(
    List<Target> open, Supplier<Class<?>[]> loadedClasses, Telemetry telemetry) {

  private static final String THREAD = "loop-sentinel unmatched targets";
  private static final long DELAY_SECONDS = 30;

  UnmatchedTargets {
    open = new ArrayList<>(open);
  }

  /** Watches the targets by one daemon thread that soon ends, and at the end of the JVM. */
  void watch() {
    Runnable later =
        () -> {
          try {
            TimeUnit.SECONDS.sleep(DELAY_SECONDS);
            report();
          } catch (InterruptedException e) {
            // The agent comes to its end, and reports it there.
          }
        };
    Thread thread = AgentThread.daemon(THREAD, later);
    thread.start();
    telemetry
        .exitTasks()
        .add(
            THREAD,
            () -> {
              thread.interrupt();
              report();
            });
  }

  /** Reports the targets that have matched nothing so far and have not been reported. */
  synchronized void report() {
    open.removeIf(Target::isMatched);
    if (open.isEmpty()) {
      return;
    }
    Mismatch mismatch =
        Mismatch.ofLoaded(
            Stream.of(loadedClasses.get()).filter(TargetTransformer::isOfApplication).toList());
    for (Target target : open) {
      String name = target.spec().name();
      String reason = mismatch.explain(target);
      telemetry
          .log()
          .warn(
              "target %s (%s) has matched no method so far: %s"
                  .formatted(name, target.spec().origin(), reason));
      telemetry
          .events()
          .publish(telemetry.event(LoopEvent.Type.TARGET_UNMATCHED, null, name, reason));
    }
    open.clear();
  }
}
