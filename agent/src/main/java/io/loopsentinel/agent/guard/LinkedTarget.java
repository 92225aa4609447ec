package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.response.LoopErrors;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A target whose expressions are linked to one method.
 *
 * @param expressions without those that are of no use there
 * @param labels whose its calls are
 * @param linked how a report shows all of them
 * @param calls the methods that are called where it reads
 * @param mistakes what it cannot do there because of an expression
 * @param limits what it cannot do there because of the method
 */
record LinkedTarget(
    GuardedMethod method,
    Map<Reading, LinkedExpression> expressions,
    List<LinkedLabel> labels,
    List<TargetReport.Reading> linked,
    List<TargetReport.MethodCall> calls,
    List<String> mistakes,
    List<String> limits) {

  /**
   * A label of a target.
   *
   * @param plain whether its value is shown; else the beginning of its SHA-256 hash is
   */
  record LinkedLabel(String name, LinkedExpression value, boolean plain) {

    /** Returns its value for a call; nothing where that is absent or blank. */
    Optional<String> read(CallEnvironment environment) throws Throwable {
      return Optional.ofNullable(value.evaluate(environment))
          .map(Object::toString)
          .filter(text -> !text.isBlank())
          .map(text -> plain ? Printable.of(text, Printable.NAME) : Attribution.hash(text));
    }
  }

  @Nullable LinkedExpression get(Reading reading) {
    return expressions.get(reading);
  }

  /** Evaluates an expression; {@code null} where there is none. */
  @Nullable Object evaluate(Reading reading, CallEnvironment environment) throws Throwable {
    LinkedExpression expression = get(reading);
    return expression == null ? null : expression.evaluate(environment);
  }

  /** Reads the value of an expression, with its failures as its own; {@code null} without one. */
  <T> @Nullable T read(
      Reading reading, CallEnvironment environment, Function<@Nullable Object, @Nullable T> reader)
      throws Throwable {
    LinkedExpression expression = get(reading);
    return expression == null ? null : expression.read(environment, reader);
  }

  /** Whether the result of a call tells of a failure or, where it tells nothing, what is within. */
  boolean isFailure(ToolFrame frame, CallEnvironment environment) throws Throwable {
    return get(Reading.FAILED) == null
        ? frame.hasFailedWithin()
        : Boolean.TRUE.equals(evaluate(Reading.FAILED, environment));
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

    /**
     * Builds the verdict; {@code null} where there is no expression and the message does not fit.
     */
    @Nullable Object verdict(CallEnvironment environment, String message) throws Throwable {
      if (result == null) {
        return type.synthetic(message);
      }
      Object value = result.evaluate(environment);
      Object verdict = value == null ? null : type.synthetic(value);
      if (verdict == null) {
        throw new EvaluationException(
            "it gives %s, but the method returns %s"
                .formatted(
                    value == null ? "null" : "a " + value.getClass().getTypeName(),
                    type.describe()),
            result.expression());
      }
      return verdict;
    }

    /**
     * Whether an expression failed as it should: it casts, as those for a dispatcher of Object do
     * whose callers expect various types.
     */
    static boolean isCast(Throwable failure) {
      return failure.getCause() instanceof ClassCastException;
    }
  }

  /**
   * Returns what is thrown for a refused call or turn, and reports where that cannot be built.
   *
   * @param unbuilt why there is no result that would have been a hint, if there should be one
   */
  Throwable refusal(
      GuardContext context,
      CallEnvironment environment,
      LoopReport report,
      boolean terminated,
      @Nullable String unbuilt) {
    environment.tool = report.tool();
    environment.count = report.finding().count();
    return refusal(context, environment, LoopErrors.error(report, terminated, unbuilt));
  }

  /** Returns what is thrown in the place of an error of the agent's, which becomes its cause. */
  Throwable refusal(GuardContext context, CallEnvironment environment, Throwable error) {
    LinkedExpression exception = get(Reading.THROWS);
    if (exception == null) {
      return error;
    }
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
      context.report(
          environment,
          "throws",
          "the " + error.getClass().getSimpleName() + " itself is thrown",
          failure);
      return error;
    }
  }
}
