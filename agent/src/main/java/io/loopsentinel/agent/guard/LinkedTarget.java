package io.loopsentinel.agent.guard;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.engine.response.LoopErrors;
import io.loopsentinel.engine.response.LoopReport;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A target whose expressions are linked to one method.
 *
 * @param unless tells of a call that it is none that the target is about; absent: all are
 * @param mistakes what it cannot do there because of an expression
 * @param limits what it cannot do there because of the method
 */
record LinkedTarget(
    GuardedMethod method,
    @Nullable LinkedExpression unless,
    Use use,
    List<TargetReport.Reading> readings,
    List<String> mistakes,
    List<String> limits) {

  /** What the expressions of a target are for, by its kind. */
  sealed interface Use permits Tool, TurnReadings, Run {}

  /**
   * They read a tool call, or several at once, and build what comes in its place.
   *
   * @param arguments the tool's arguments; absent: those of the method
   * @param session the session's key; absent: the run, else the thread
   * @param output the text of the result; absent: the result itself
   * @param failed whether the result tells of a failure; absent: its text says
   * @param warned builds the result once more, with a warning; absent: only text can carry one
   * @param hint builds what is returned in the call's place; absent: there are several
   */
  record Tool(
      LinkedExpression tool,
      @Nullable LinkedExpression arguments,
      @Nullable LinkedExpression session,
      @Nullable LinkedExpression output,
      @Nullable LinkedExpression failed,
      @Nullable Substitution warned,
      Refusal refusal,
      @Nullable Substitution hint)
      implements Use {

    /** Whether the method dispatches several calls at once. */
    boolean isBatch() {
      return hint == null;
    }
  }

  /**
   * They read a run.
   *
   * @param session its session's key; absent: a session of its own
   */
  record Run(@Nullable LinkedExpression session) implements Use {}

  /**
   * Builds the value that a guarded method returns in the place of its own.
   *
   * @param result builds it; absent: the message itself
   */
  record Substitution(@Nullable LinkedExpression result, ResultType type) {

    /** Whether the method can return anything but its own result. */
    boolean isPossible() {
      return type.takes(result == null ? String.class : result.type());
    }

    /**
     * Builds the verdict that returns the value.
     *
     * @return {@code null} where the value does not fit the method after all
     */
    @Nullable Object verdict(CallEnvironment environment, String message) throws Throwable {
      Object value;
      try {
        value = result == null ? message : result.evaluate(environment);
      } catch (ClassCastException unfit) {
        // The expression casts, as a dispatcher of Object does whose callers expect various types.
        return null;
      }
      return type.synthetic(value);
    }
  }

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
}
