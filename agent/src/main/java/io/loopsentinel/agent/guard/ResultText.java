package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the model reads of a result.
 *
 * <p>A result of several parts, or of pictures, may have no text, and its framework then throws
 * rather than say so. It is a result all the same, and is compared as a whole: to take it for
 * nothing would make every such result equal to the one before. Stateless.
 */
final class ResultText {

  private ResultText() {}

  /**
   * Reads the text of a result.
   *
   * @param failures told where the target's expression fails
   * @return the text, or the result itself where its text is not to be had
   */
  static @Nullable Object of(
      @Nullable Object returned,
      ToolReadings readings,
      CallEnvironment environment,
      Consumer<Throwable> failures) {
    if (readings.output() == null || returned == null) {
      return returned;
    }
    try {
      return readings.output().evaluate(environment);
    } catch (Throwable unreadable) {
      if (!isExpected(unreadable, environment)) {
        failures.accept(
            new LocatedFailure(
                environment.describeMethod() + ", output",
                environment.explain(unreadable),
                "this result is compared as a whole, not by its text",
                unreadable));
      }
      return returned;
    }
  }

  /**
   * Whether it is the framework's own exception, or a result of another kind, met by an expression
   * of the agent's: nobody who reads of it could do anything about it.
   */
  private static boolean isExpected(Throwable unreadable, CallEnvironment environment) {
    return environment.isOfProfile()
        && unreadable instanceof RuntimeException
        && (!(unreadable instanceof EvaluationException problem) || problem.isOfOtherKind());
  }
}
