package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.Verdict;
import org.jspecify.annotations.Nullable;

/** A guard of one method. Thread-safe. */
@FunctionalInterface
interface CallGuard {

  /**
   * Decides about a call.
   *
   * @param self the receiver; {@code null} if the method is static
   * @param arguments the method runs with changes made to them
   * @return the verdict; {@code null} if the call runs unguarded
   */
  @Nullable Verdict enter(@Nullable Object self, Object[] arguments);
}
