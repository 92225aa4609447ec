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

  /** They read a run's session; absent: it is one of its own. */
  record Run(@Nullable LinkedExpression session) implements Use {}

  /** Builds what a method returns in the place of its own result; absent: the message itself. */
  record Substitution(@Nullable LinkedExpression result, ResultType type) {

    Class<?> given() {
      return result == null ? String.class : result.type();
    }

    /** Whether the method can return anything but its own result. */
    boolean isPossible() {
      return type.takes(given());
    }

    /** Builds the verdict, {@code null} where the value does not fit the method after all. */
    @Nullable Object verdict(CallEnvironment environment, String message) throws Throwable {
      try {
        return type.synthetic(result == null ? message : result.evaluate(environment));
      } catch (ClassCastException unfit) {
        // The expression casts, as a dispatcher of Object does whose callers expect various types.
        return null;
      }
    }
  }

  /** Builds what is thrown for a refused call or turn; absent: the {@link ToolLoopError} itself. */
  record Refusal(@Nullable LinkedExpression exception) {

    /** Whether a value of a static type may be thrown. */
    static boolean isPossible(Class<?> type) {
      return Throwable.class.isAssignableFrom(type)
          || type.isAssignableFrom(Throwable.class)
          || type.isInterface();
    }

    /** Returns what is thrown; where no exception is to be had, that is reported. */
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
