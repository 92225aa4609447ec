package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Ruling;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all guards of an agent share.
 *
 * @param engine judges calls
 * @param nesting tells a call from the continuation of one
 * @param threads what each thread is in the midst of
 * @param reports tells what was found
 * @param checks records how long checks take
 * @param traces tells what replay needs
 * @param failures told of errors that leave a call guarded
 */
record Shared(
    LoopEngine engine,
    Nesting nesting,
    FramesByThread threads,
    Reports reports,
    CheckRecorder checks,
    Traces traces,
    Consumer<Throwable> failures) {

  /**
   * Ends a check.
   *
   * @param check absent: it is not recorded
   * @param tool absent: it was about a turn
   * @param ruling what was decided; absent: nothing was found
   */
  static void end(
      CheckRecorder.@Nullable Check check,
      GuardedMethod method,
      Object session,
      @Nullable String tool,
      @Nullable Ruling ruling) {
    if (check != null) {
      String decision =
          ruling instanceof Ruling.Found found
              ? found.action().name().toLowerCase(Locale.ROOT)
              : "pass";
      check.end(method.target().name(), session, tool, decision);
    }
  }

  /** Reports a call that is beyond the bounds of what is compared; counted, told once a minute. */
  void tellIfNotComparable(GuardedCall call) {
    if (!call.call().isComparable()) {
      report(
          new LocatedFailure(
              call.environment().describeMethod(),
              "the arguments are too large or too deep to be compared",
              "such a call is not judged by its arguments",
              new IllegalArgumentException("arguments")));
    }
  }

  /** Reports a failure that no hook will catch. */
  void report(Throwable failure) {
    try {
      failures.accept(failure);
    } catch (Throwable ignored) {
      // The reporter itself failed (out of memory, stack overflow): the call matters more.
    }
  }
}
