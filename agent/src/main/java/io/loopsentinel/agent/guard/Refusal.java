package io.loopsentinel.agent.guard;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.engine.response.LoopErrors;
import io.loopsentinel.engine.response.LoopReport;
import org.jspecify.annotations.Nullable;

/**
 * Builds what is thrown in the place of a call or turn that is refused.
 *
 * @param exception builds the framework's own exception; absent: the {@link ToolLoopError} itself
 */
record Refusal(@Nullable LinkedExpression exception) {

  /** Whether a value of a static type may be thrown. */
  static boolean isPossible(Class<?> type) {
    return Throwable.class.isAssignableFrom(type)
        || type.isAssignableFrom(Throwable.class)
        || type.isInterface();
  }

  /**
   * Returns what is thrown; {@link ToolLoopError#findIn} finds the error in it. Where there is no
   * exception to be had, that is reported and the error itself returned.
   */
  Throwable of(
      GuardContext context, CallEnvironment environment, LoopReport report, boolean terminated) {
    ToolLoopError error = LoopErrors.error(report, terminated);
    if (exception == null) {
      return error;
    }
    environment.tool = report.tool();
    environment.count = report.finding().count();
    environment.message = String.valueOf(error.getMessage());
    try {
      Object given = exception.evaluate(environment);
      if (given instanceof Throwable own) {
        LoopErrors.attach(error, own);
        return own;
      }
      throw new EvaluationException(
          "it gives no Throwable but "
              + (given == null ? "null" : "a " + given.getClass().getTypeName()),
          exception.expression());
    } catch (Throwable failure) {
      context.report(environment, "throws", "the ToolLoopError itself is thrown", failure);
      return error;
    }
  }
}
