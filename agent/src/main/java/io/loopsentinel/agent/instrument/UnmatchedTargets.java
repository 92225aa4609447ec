package io.loopsentinel.agent.instrument;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.targets.match.Mismatch;
import io.loopsentinel.targets.match.Target;
import io.loopsentinel.targets.thread.AgentThread;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Reports each configured target that guards nothing, once: some time after the start, or at the
 * end of the JVM if that comes first.
 *
 * @param current supplies the configured targets, because a reload may have replaced some
 * @param loadedClasses supplies the classes that the JVM has loaded so far
 */
record UnmatchedTargets(
    List<Target> unmatched,
    Supplier<List<Target>> current,
    Supplier<Class<?>[]> loadedClasses,
    Telemetry telemetry) {

  private static final String THREAD = "loop-sentinel unmatched targets";
  private static final long DELAY_SECONDS = 30;

  UnmatchedTargets {
    unmatched = new ArrayList<>(unmatched);
  }

  /** Starts a daemon thread that reports once and ends, and adds a report to the JVM's end. */
  void watch() {
    Runnable delayed =
        () -> {
          try {
            TimeUnit.SECONDS.sleep(DELAY_SECONDS);
            report();
          } catch (InterruptedException e) {
            // The agent ends, and its exit task reports.
          }
        };
    Thread thread = AgentThread.daemon(THREAD, delayed);
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
    unmatched.removeIf(Target::isMatched);
    unmatched.retainAll(current.get());
    if (unmatched.isEmpty()) {
      return;
    }
    Mismatch mismatch =
        Mismatch.ofLoaded(
            Stream.of(loadedClasses.get()).filter(LoadedClasses::isOfApplication).toList());
    for (Target target : unmatched) {
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
    unmatched.clear();
  }
}
