package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.LinkedExpression;
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
}
