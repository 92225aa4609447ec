package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.link.LinkedTarget;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ToolCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the calls of a dispatch by the expressions of its target. */
record DispatchReader(LinkedTarget target, LoopEngine engine, boolean batch) {

  /** Returns the tool names of the calls, using code of the application; {@code null} if none. */
  @Nullable List<@Nullable String> names(@Nullable Object tool) {
    if (tool == null || (batch && !(tool instanceof List<?>))) {
      return null;
    }
    List<@Nullable String> names = new ArrayList<>();
    for (Object name : batch ? (List<?>) tool : List.of(tool)) {
      names.add(name == null ? null : Objects.requireNonNull(name.toString()));
    }
    return names;
  }

  /** Reads the calls. Parts of a response without a name are no calls. */
  List<GuardedCall> read(CallEnvironment environment, List<@Nullable String> names)
      throws Throwable {
    List<?> arguments = argumentsOfEach(names.size(), environment);
    List<GuardedCall> calls = new ArrayList<>(names.size());
    if (names.stream().allMatch(Objects::isNull)) {
      return calls;
    }
    Object session = environment.readSession(target.get(Reading.SESSION));
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (name != null) {
        environment.tool = name;
        ToolCall call = engine.identify(name, arguments.get(i)).attributed(environment.attribution);
        boolean written = target.get(Reading.ARGS) != null;
        calls.add(new GuardedCall(environment, name, written, session, call));
      }
    }
    return calls;
  }

  private List<?> argumentsOfEach(int calls, CallEnvironment environment) throws Throwable {
    LinkedExpression expression = target.get(Reading.ARGS);
    Object given =
        expression == null ? environment.writtenArguments() : expression.evaluate(environment);
    if (expression == null || !batch || !expression.expression().isProjection()) {
      return Collections.nCopies(calls, given);
    }
    List<?> each = given instanceof List<?> values ? values : List.of();
    if (each.size() != calls) {
      throw new EvaluationException(
          "tool gives %d values and args %d; both lists have to be equally long"
              .formatted(calls, each.size()),
          expression.expression());
    }
    return each;
  }
}
