package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.LinkedExpression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A target whose expressions are linked to one method.
 *
 * @param method the method
 * @param unless tells of a call that it is none that the target is about; absent: all are
 * @param use what the other expressions are for
 * @param readings all of them, in the order in which they are told
 * @param remarks what the target cannot do here
 */
record LinkedTarget(
    GuardedMethod method,
    @Nullable LinkedExpression unless,
    Use use,
    List<LinkedReading> readings,
    List<LinkingRemark> remarks) {

  LinkedTarget {
    readings = List.copyOf(readings);
    remarks = List.copyOf(remarks);
  }

  /** What the expressions of a target are for, by its kind. */
  sealed interface Use {}

  /** They read one tool call, and build what is returned in its place. */
  record OneCall(ToolReadings readings, Substitution substitution) implements Use {}

  /** They read several tool calls at once. */
  record SeveralCalls(ToolReadings readings) implements Use {}

  /** They read a turn. */
  record Turn(TurnReadings readings) implements Use {}

  /**
   * They read a run.
   *
   * @param session its session's key; absent: a session of its own
   */
  record Run(@Nullable LinkedExpression session) implements Use {}
}
