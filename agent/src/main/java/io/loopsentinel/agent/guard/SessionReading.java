package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.LinkedExpression;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key of the session that a call belongs to.
 *
 * @param expression where it is; absent, or giving nothing: the innermost run, else the thread
 * @param keys makes a key of what the expression gives
 */
record SessionReading(@Nullable LinkedExpression expression, SessionKeys keys) {

  Object read(CallEnvironment environment) throws Throwable {
    Object key = expression == null ? null : keys.keyOf(expression.evaluate(environment));
    return key != null ? key : environment.impliedSession();
  }
}
