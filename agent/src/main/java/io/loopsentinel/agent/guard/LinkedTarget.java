package io.loopsentinel.agent.guard;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.engine.response.LoopErrors;
import io.loopsentinel.engine.response.LoopReport;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A target whose expressions are linked to one method.
 *
 * @param expressions without those that are of no use there
 * @param linked how a report shows all of them
 * @param mistakes what it cannot do there because of an expression
 * @param limits what it cannot do there because of the method
 */
record LinkedTarget(
    GuardedMethod method,
    Map<Reading, LinkedExpression> expressions,
    List<TargetReport.Reading> linked,
    List<String> mistakes,
    List<String> limits) {

  @Nullable LinkedExpression get(Reading reading) {
    return expressions.get(reading);
  }

  /** Evaluates an expression; {@code null} where there is none. */
  @Nullable Object evaluate(Reading reading, CallEnvironment environment) throws Throwable {
    LinkedExpression expression = get(reading);
    return expression == null ? null : expression.evaluate(environment);
  }

  /** Whether the method dispatches several calls at once. */
  boolean isBatch() {
    LinkedExpression tool = get(Reading.TOOL_NAME);
    return tool != null && tool.expression().isProjection();
  }

  /** Returns what builds the result that a hint is; a batch has none. */
  Substitution hint() {
    return new Substitution(get(Reading.RESULT), method.result());
  }

  /** Returns what builds a result once more, with a warning; absent: only text can carry one. */
  @Nullable Substitution warned() {
    LinkedExpression warned = get(Reading.WARNED);
    // The items of a stream are with the application before it is known what came of the call.
    return warned == null || !method.result().comesAsWhole()
        ? null
        : new Substitution(warned, method.result().ofValue());
  }

  /** Builds what a method returns in the place of its own result; absent: the message itself. */
  record Substitution(@Nullable LinkedExpression result, ResultType type) {

    Class<?> given() {
      return result == null ? String.class : result.type();
    }

    boolean isPossible() {
      return type.takes(given());
    }

    /** Builds the verdict, {@code null} where the value does not fit the method after all. */
    @Nullable Object verdict(CallEnvironment environment, String message) throws Throwable {
      try {
        return type.synthetic(result == null ? message : result.evaluate(environment));
      } catch (EvaluationException unfit) {
        // The expression casts, as a dispatcher of Object does whose callers expect various types.
        if (unfit.getCause() instanceof ClassCastException) {
          return null;
        }
        throw unfit;
      }
    }
  }

  /** Returns what is thrown for a refused call or turn, and reports where that cannot be built. */
  Throwable refusal(
      GuardContext context, CallEnvironment environment, LoopReport report, boolean terminated) {
    ToolLoopError error = LoopErrors.error(report, terminated);
    LinkedExpression exception = get(Reading.THROWS);
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
