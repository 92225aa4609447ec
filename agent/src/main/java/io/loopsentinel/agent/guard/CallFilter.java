package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.LinkedExpression;
import org.jspecify.annotations.Nullable;

/**
 * Which calls of a method a guard is to judge.
 *
 * @param method the method
 * @param unless tells of a call that it is none that the target is about; absent: all are
 * @param breaker switches off a guard that only fails
 */
record CallFilter(GuardedMethod method, @Nullable LinkedExpression unless, FailureBreaker breaker) {

  /** Whether the target is about a call. */
  boolean include(ThreadFrames frames, @Nullable Object self, Object[] arguments) throws Throwable {
    return unless == null
        || !Boolean.TRUE.equals(
            unless.evaluate(new CallEnvironment(method, frames, self, arguments)));
  }
}
