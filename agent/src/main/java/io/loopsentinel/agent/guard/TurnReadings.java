package io.loopsentinel.agent.guard;

import static java.util.stream.Collectors.joining;

import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Variable;
import io.loopsentinel.agent.guard.LinkedTarget.Refusal;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.session.Turns.RequestedCall;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of a turn target, linked to one method; what is absent is not known.
 *
 * @param tool the names of the tools whose calls the response asks for: a list, or one; absent: not
 *     known
 * @param arguments their arguments: a list of the same length, or those of the one; absent: unknown
 */
record TurnReadings(
    @Nullable LinkedExpression session,
    @Nullable LinkedExpression text,
    @Nullable LinkedExpression inputTokens,
    @Nullable LinkedExpression outputTokens,
    @Nullable LinkedExpression model,
    @Nullable LinkedExpression tool,
    @Nullable LinkedExpression arguments,
    @Nullable Injection injection,
    Refusal refusal)
    implements LinkedTarget.Use {

  /** Characters of the arguments that a message to the model quotes. */
  private static final int QUOTED_ARGUMENTS = 200;

  /**
   * Whether all is known when the method is entered: it is one that is handed the response, and
   * what it does with it, the response's tool calls for one, comes after.
   */
  boolean areKnownAtEntry() {
    return ofResponse()
        .allMatch(
            reading ->
                Collections.disjoint(
                    reading.expression().variables(), Set.of(Variable.RETURN, Variable.THROWN)));
  }

  /** Whether the method only sends the request: another one is handed the response. */
  boolean areOfRequestOnly() {
    return injection != null && ofResponse().findAny().isEmpty();
  }

  private Stream<LinkedExpression> ofResponse() {
    return Stream.of(text, inputTokens, outputTokens, model, tool, tool == null ? null : arguments)
        .filter(Objects::nonNull);
  }

  /** Reads a turn; a streamed response gives its text in pieces, one of several parts as a list. */
  ModelTurn read(CallEnvironment environment) throws Throwable {
    List<?> pieces = values(text, environment);
    List<?> models = values(model, environment);
    return new ModelTurn(
        pieces.isEmpty() ? null : pieces.stream().map(Object::toString).collect(joining()),
        largest(inputTokens, environment),
        largest(outputTokens, environment),
        models.isEmpty() ? null : models.get(0).toString());
  }

  /**
   * Of the pieces of a streamed response, the last alone or each tells tokens, and then those of
   * the response so far: the largest number is the response's.
   */
  private static long largest(@Nullable LinkedExpression expression, CallEnvironment environment)
      throws Throwable {
    return values(expression, environment).stream()
        .mapToLong(value -> value instanceof Number number ? number.longValue() : 0)
        .reduce(0, Math::max);
  }

  /** Returns what an expression gives: nothing, one value, or one of each piece of a response. */
  private static List<?> values(@Nullable LinkedExpression expression, CallEnvironment environment)
      throws Throwable {
    Object value = expression == null ? null : expression.evaluate(environment);
    Collection<?> pieces = value instanceof Collection<?> all ? all : Collections.singleton(value);
    return pieces.stream().filter(Objects::nonNull).toList();
  }

  /** Reads the calls that a response asks for; none where they cannot be, which is reported. */
  List<RequestedCall> readRequested(GuardContext context, CallEnvironment environment) {
    try {
      LoopEngine engine = context.engine();
      Object names = tool == null ? null : tool.evaluate(environment);
      Object all = names == null || arguments == null ? null : arguments.evaluate(environment);
      List<?> each = names instanceof List<?> list ? list : Collections.singletonList(names);
      List<?> given =
          names instanceof List<?> && all != null
              ? argumentsOfEach(each.size(), all)
              : Collections.nCopies(each.size(), all);
      List<RequestedCall> calls = new ArrayList<>();
      for (int i = 0; i < each.size(); i++) {
        Object name = each.get(i);
        if (name != null) {
          ToolCall call = engine.identify(name.toString(), given.get(i));
          calls.add(new RequestedCall(call, engine.show(given.get(i), QUOTED_ARGUMENTS)));
        }
      }
      return calls;
    } catch (Throwable unreadable) {
      context.report(
          environment,
          "tool and args",
          "the calls that this response asks for are not judged",
          unreadable);
      return List.of();
    }
  }

  private List<?> argumentsOfEach(int calls, Object all) {
    if (all instanceof List<?> each && each.size() == calls) {
      return each;
    }
    throw new EvaluationException(
        "tool gives %d names, args %s"
            .formatted(
                calls,
                all instanceof List<?> other
                    ? other.size() + " elements"
                    : "a " + all.getClass().getTypeName() + "; read both with [*]"),
        Objects.requireNonNull(arguments).expression());
  }

  /**
   * Adds the warnings that wait in a session to a request of its model.
   *
   * @param argument which argument of the method is replaced, from 0
   */
  record Injection(int argument, LinkedExpression value, Class<?> type) {

    /** Whether the expression can give what the parameter takes. */
    boolean isPossible() {
      Class<?> boxed = boxedType();
      // A wider static type may still hold a fitting value; that is looked at when it is there.
      return boxed.isAssignableFrom(value.type()) || value.type().isAssignableFrom(boxed);
    }

    /** Replaces the argument where warnings wait; they are taken, whatever comes of it. */
    void apply(GuardContext context, CallEnvironment environment, Object session) {
      List<String> warnings = context.engine().turns().takeWarnings(session);
      if (warnings.isEmpty()) {
        return;
      }
      environment.message = String.join("\n\n", warnings);
      try {
        environment.arguments[argument] = fitting(value.evaluate(environment));
      } catch (Throwable unfit) {
        context.report(environment, "inject", "the model is asked without the warning", unfit);
      }
    }

    private Object fitting(@Nullable Object changed) {
      if (changed != null && boxedType().isInstance(changed)) {
        return changed;
      }
      throw new EvaluationException(
          "the value is %s, but arg%d takes a %s"
              .formatted(
                  changed == null ? "null" : "a " + changed.getClass().getTypeName(),
                  argument,
                  type.getTypeName()),
          value.expression());
    }

    private Class<?> boxedType() {
      return MethodType.methodType(type).wrap().returnType();
    }
  }
}
