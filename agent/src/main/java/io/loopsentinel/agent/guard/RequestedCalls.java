package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Turns.RequestedCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tool calls that a response asks for.
 *
 * @param tool their names: a list, or one of them
 * @param arguments their arguments: a list of the same length, or those of the one; absent: unknown
 */
record RequestedCalls(LinkedExpression tool, @Nullable LinkedExpression arguments) {

  /** Characters of the arguments that a message to the model quotes. */
  private static final int QUOTED_ARGUMENTS = 200;

  /** Returns the calls; none where they cannot be read, which is reported. */
  List<RequestedCall> read(GuardContext context, CallEnvironment environment) {
    try {
      return read(context.engine(), environment);
    } catch (Throwable unreadable) {
      context.report(
          environment,
          "tool and args",
          "the calls that this response asks for are not judged",
          unreadable);
      return List.of();
    }
  }

  private List<RequestedCall> read(LoopEngine engine, CallEnvironment environment)
      throws Throwable {
    Object names = tool.evaluate(environment);
    if (names == null) {
      return List.of();
    }
    Object all = arguments == null ? null : arguments.evaluate(environment);
    if (!(names instanceof List<?> list)) {
      return List.of(call(engine, names, all));
    }
    if (arguments != null
        && all != null
        && !(all instanceof List<?> each && each.size() == list.size())) {
      throw new EvaluationException(
          "tool gives %d names, args %s"
              .formatted(
                  list.size(),
                  all instanceof List<?> other
                      ? other.size() + " elements"
                      : "a " + all.getClass().getTypeName() + "; read both with [*]"),
          arguments.expression());
    }
    List<RequestedCall> calls = new ArrayList<>();
    for (int i = 0; i < list.size(); i++) {
      Object name = list.get(i);
      if (name != null) {
        calls.add(call(engine, name, all == null ? null : ((List<?>) all).get(i)));
      }
    }
    return calls;
  }

  private static RequestedCall call(LoopEngine engine, Object name, @Nullable Object arguments) {
    return new RequestedCall(
        engine.identify(name.toString(), arguments), engine.show(arguments, QUOTED_ARGUMENTS));
  }
}
