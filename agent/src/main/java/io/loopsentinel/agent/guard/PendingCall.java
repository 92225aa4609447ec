package io.loopsentinel.agent.guard;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A call that runs; the hook hands it what its method returned or threw.
 *
 * <p>Where the outcome comes later than the method returns, {@link AsynchronousGuard} or {@link
 * SuspendGuard} stands between the hook and the call, and hands it over when it is there.
 */
interface PendingCall extends BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> {

  /** Whether the outcome matters. */
  boolean awaitsOutcome();

  /** Puts the call in force on a thread that goes on with it; the caller restores the frames. */
  void resume(ThreadFrames onThread);

  /**
   * Puts the call out of force on a thread that goes on with what comes after it; the caller
   * restores the frames.
   */
  default void leave(ThreadFrames onThread) {}

  /**
   * Takes the outcome that came later; on any thread.
   *
   * @param value what came, if no error
   * @param replaceable whether the application gets what is returned
   * @return the value for the application
   */
  @Nullable Object finish(@Nullable Object value, @Nullable Throwable error, boolean replaceable);
}
