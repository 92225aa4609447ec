package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/**
 * What the model reads of a result.
 *
 * @param isKnown whether it could be read; a result of several parts, or of pictures, may have no
 *     text, and its framework then throws rather than say so
 * @param value the text, or the result itself where the target does not say where its text is
 */
record ResultText(boolean isKnown, @Nullable Object value) {

  static ResultText of(
      @Nullable Object returned, ToolReadings readings, CallEnvironment environment) {
    if (readings.output() == null || returned == null) {
      return new ResultText(true, returned);
    }
    try {
      return new ResultText(true, readings.output().evaluate(environment));
    } catch (Throwable unreadable) {
      return new ResultText(false, null);
    }
  }
}
