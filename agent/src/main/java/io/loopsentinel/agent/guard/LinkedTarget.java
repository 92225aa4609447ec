package io.loopsentinel.agent.guard;

import io.loopsentinel.ToolLoopError;
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
 * @param expressions the expressions that apply to the method
 * @param labels the labels of its calls
 * @param linked all expressions as shown by a report
 * @param calls the methods that the expressions call
 * @param mistakes features that an expression makes impossible
 * @param limits features that the method makes impossible
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
   * @param plain whether its value is shown; if not, the beginning of its SHA-256 hash is shown
   */
  record LinkedLabel(String name, LinkedExpression value, boolean plain) {

    /** Returns its value for a call; empty if absent or blank. */
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

  /** Evaluates an expression; {@code null} if there is none. */
  @Nullable Object evaluate(Reading reading, CallEnvironment environment) throws Throwable {
    LinkedExpression expression = get(reading);
    return expression == null ? null : expression.evaluate(environment);
  }

  /**
   * Reads the value of an expression, attributing failures to it; {@code null} if there is none.
   */
  <T> @Nullable T read(
      Reading reading, CallEnvironment environment, Function<@Nullable Object, @Nullable T> reader)
      throws Throwable {
    LinkedExpression expression = get(reading);
    return expression == null ? null : expression.read(environment, reader);
  }

  /** Returns whether a call failed: by {@code failed}, or else by a nested dispatch. */
  boolean isFailure(ToolFrame frame, CallEnvironment environment) throws Throwable {
    return get(Reading.FAILED) == null
        ? frame.hasFailedWithin()
        : Boolean.TRUE.equals(evaluate(Reading.FAILED, environment));
  }

  /** Returns whether the method dispatches several calls at once. */
  boolean isBatch() {
    LinkedExpression tool = get(Reading.TOOL_NAME);
    return tool != null && tool.expression().isProjection();
  }

  /** Returns the builder of a hint's result; a batch has none. */
  Substitution hint() {
    return new Substitution(get(Reading.RESULT), method.result());
  }

  /** Returns the builder of a result with a warning; {@code null} if only text can carry one. */
  @Nullable Substitution warned() {
    LinkedExpression warned = get(Reading.WARNED);
    // The application has the items of a stream before the outcome is known.
    return warned == null || !method.result().comesAsWhole()
        ? null
        : new Substitution(warned, method.result().ofValue());
  }

  /** Builds a result instead of the method's own; without an expression, the message itself. */
  record Substitution(@Nullable LinkedExpression result, ResultType type) {

    Class<?> given() {
      return result == null ? String.class : result.type();
    }

    boolean isPossible() {
      return type.takes(given());
    }

    /**
     * Builds the verdict; {@code null} if there is no expression and the message has a wrong type.
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
     * Returns whether an expression failed by a cast. Expressions for a dispatcher that returns
     * Object cast on purpose, because callers expect various types.
     */
    static boolean isCast(Throwable failure) {
      return failure.getCause() instanceof ClassCastException;
    }
  }

  /**
   * Returns the exception for a refused call or turn, and reports if it cannot be built.
   *
   * @param unbuilt why no hint could be built, if there should be one
   */
  Throwable refusal(
      GuardContext context,
      CallEnvironment environment,
      LoopReport report,
      boolean terminated,
      @Nullable String unbuilt) {
    return refusal(context, environment, LoopErrors.error(report, terminated, unbuilt));
  }

  /** Returns the exception configured by {@code throws}, with the agent's error as its cause. */
  Throwable refusal(GuardContext context, CallEnvironment environment, Throwable error) {
    if (error instanceof ToolLoopError loop) {
      environment.tool = loop.tool();
      environment.count = loop.count();
    }
    LinkedExpression exception = get(Reading.THROWS);
    if (exception == null) {
      return error;
    }
    environment.message = String.valueOf(error.getMessage());
    try {
      Object value = exception.evaluate(environment);
      if (value instanceof Throwable own) {
        LoopErrors.attach(error, own);
        return own;
      }
      throw new EvaluationException(
          "it gives no Throwable but "
              + (value == null ? "null" : "a " + value.getClass().getTypeName()),
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
