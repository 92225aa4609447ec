package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.ToolFrame;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.expression.EvaluationException;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.link.LinkedTarget;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the calls of a dispatch by the expressions of its target. */
record CallReader(GuardContext context, LinkedTarget target) {

  /** Reads the tool names of the calls; {@code null} if the method dispatches none. */
  @Nullable List<@Nullable String> names(CallEnvironment environment) throws Throwable {
    return target.read(Reading.TOOL_NAME, environment, this::names);
  }

  /** Calls methods of the application. */
  private @Nullable List<@Nullable String> names(@Nullable Object tool) {
    boolean batch = target.isBatch();
    if (tool == null || (batch && !(tool instanceof List<?>))) {
      return null;
    }
    if (!batch) {
      return List.of(Objects.requireNonNull(tool.toString()));
    }
    List<@Nullable String> names = new ArrayList<>();
    for (Object name : (List<?>) tool) {
      names.add(name == null ? null : Objects.requireNonNull(name.toString()));
    }
    return names;
  }

  /** Reads the calls. Parts of a response without a name are not calls. */
  List<DispatchedCall> read(CallEnvironment environment, List<@Nullable String> names)
      throws Throwable {
    List<?> arguments = argumentsOfEach(names.size(), environment);
    List<DispatchedCall> calls = new ArrayList<>(names.size());
    if (Collections.frequency(names, null) == names.size()) {
      return calls;
    }
    Object session = environment.readSession(target.get(Reading.SESSION));
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (name != null) {
        environment.tool = name;
        ToolCall call =
            context.engine().identify(name, arguments.get(i)).attributed(environment.attribution);
        boolean written = target.get(Reading.ARGS) != null || !target.argumentNames().isEmpty();
        calls.add(new DispatchedCall(environment, name, written, session, call));
      }
    }
    return calls;
  }

  /** Reads the calls of an exempt tool; empty if they cannot be read. */
  ToolFrame.Dispatched readExempt(CallEnvironment environment, List<@Nullable String> names) {
    try {
      List<DispatchedCall> calls = read(environment, names);
      return new ToolFrame.Dispatched(calls, calls.get(0).session());
    } catch (Throwable failure) {
      context.report(
          context.located(
              target.method(), null, failure, "what this exempt call is passed on to is judged"));
      return new ToolFrame.Dispatched(List.of(), environment.impliedSession());
    }
  }

  /** Returns the arguments of the method by name, or in order if not all have names. */
  private Object methodArguments(CallEnvironment environment) {
    List<String> names = target.argumentNames();
    List<@Nullable Object> values = environment.writtenArguments();
    if (names.isEmpty()) {
      return values;
    }
    Map<String, @Nullable Object> named = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      named.put(names.get(i), values.get(i));
    }
    return named;
  }

  private List<?> argumentsOfEach(int calls, CallEnvironment environment) throws Throwable {
    LinkedExpression expression = target.get(Reading.ARGS);
    Object given =
        expression == null ? methodArguments(environment) : expression.evaluate(environment);
    if (expression == null || !target.isBatch() || !expression.expression().isProjection()) {
      return Collections.nCopies(calls, given);
    }
    List<?> each = given instanceof List<?> values ? values : List.of();
    if (each.size() != calls) {
      throw new EvaluationException(
          "tool gives %s values and args %s; both lists have to be equally long"
              .formatted(calls, each.size()),
          expression.expression());
    }
    return each;
  }
}
