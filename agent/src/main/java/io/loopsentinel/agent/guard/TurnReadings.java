package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Variable;
import io.loopsentinel.engine.session.ModelTurn;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of a turn target, linked to one method.
 *
 * @param session the session's key; absent: the run, else the thread
 * @param text what the model said; absent: not known
 * @param inputTokens tokens of the request; absent: not known
 * @param outputTokens tokens of the response; absent: not known
 * @param model the model's name; absent: not known
 * @param requested the tool calls that the response asks for; absent: not known
 * @param injection adds warnings to the request; absent: it carries none
 * @param refusal builds what is thrown in the turn's place
 */
record TurnReadings(
    @Nullable LinkedExpression session,
    @Nullable LinkedExpression text,
    @Nullable LinkedExpression inputTokens,
    @Nullable LinkedExpression outputTokens,
    @Nullable LinkedExpression model,
    @Nullable RequestedCalls requested,
    @Nullable Injection injection,
    Refusal refusal)
    implements LinkedTarget.Use {

  /**
   * Whether all is known when the method is entered: it is one that is handed the response, and
   * what it does with it, the response's tool calls for one, comes after.
   */
  boolean areKnownAtEntry() {
    return ofResponse()
        .noneMatch(
            reading ->
                reading.expression().variables().contains(Variable.RETURN)
                    || reading.expression().variables().contains(Variable.THROWN));
  }

  /**
   * Whether the method only sends the request: the response is handed to another one, whose target
   * tells of it.
   */
  boolean areOfRequestOnly() {
    return injection != null && ofResponse().findAny().isEmpty();
  }

  private Stream<LinkedExpression> ofResponse() {
    return Stream.of(
            text,
            inputTokens,
            outputTokens,
            model,
            requested == null ? null : requested.tool(),
            requested == null ? null : requested.arguments())
        .filter(Objects::nonNull);
  }

  /** Reads a turn. */
  ModelTurn read(CallEnvironment environment) throws Throwable {
    return new ModelTurn(
        text(text, environment),
        number(inputTokens, environment),
        number(outputTokens, environment),
        name(model, environment));
  }

  /** A streamed response gives its text in pieces, one of several parts as a list. */
  private static @Nullable String text(
      @Nullable LinkedExpression expression, CallEnvironment environment) throws Throwable {
    List<Object> pieces = values(expression, environment);
    return pieces.isEmpty()
        ? null
        : String.join("", pieces.stream().map(Object::toString).toList());
  }

  /**
   * Of the pieces of a streamed response, the last alone or each tells tokens, and then those of
   * the response so far: the largest number is the response's.
   */
  private static long number(@Nullable LinkedExpression expression, CallEnvironment environment)
      throws Throwable {
    long largest = 0;
    for (Object value : values(expression, environment)) {
      largest = Math.max(largest, value instanceof Number number ? number.longValue() : 0);
    }
    return largest;
  }

  private static @Nullable String name(
      @Nullable LinkedExpression expression, CallEnvironment environment) throws Throwable {
    List<Object> names = values(expression, environment);
    return names.isEmpty() ? null : names.get(0).toString();
  }

  /** Returns what an expression gives: nothing, one value, or one of each piece of a response. */
  private static List<Object> values(
      @Nullable LinkedExpression expression, CallEnvironment environment) throws Throwable {
    Object value = expression == null ? null : expression.evaluate(environment);
    if (value instanceof Collection<?> pieces) {
      return List.copyOf(pieces.stream().filter(Objects::nonNull).toList());
    }
    return value == null ? List.of() : List.of(value);
  }
}
