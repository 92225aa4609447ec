package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.session.Engine;
import java.util.function.Consumer;

/**
 * What all guards of an agent share.
 *
 * @param engine judges calls
 * @param nesting tells a call from the continuation of one
 * @param threads what each thread is in the midst of
 * @param reports tells what was found
 * @param failures told of errors that leave a call guarded
 */
record Shared(
    Engine engine,
    Nesting nesting,
    FramesByThread threads,
    Reports reports,
    Consumer<Throwable> failures) {

  /** Reports a failure that no hook will catch. */
  void report(Throwable failure) {
    try {
      failures.accept(failure);
    } catch (Throwable ignored) {
      // The reporter itself failed (out of memory, stack overflow): the call matters more.
    }
  }
}
