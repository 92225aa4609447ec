package io.loopsentinel.targets.link;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.expression.Environment;
import io.loopsentinel.targets.expression.EvaluationException;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.expression.Variable;
import io.loopsentinel.targets.result.ResultType;
import io.loopsentinel.targets.result.TextResult;
import java.lang.invoke.MethodType;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A target whose expressions are linked to one method.
 *
 * @param expressions the expressions that apply to the method
 * @param linked all expressions as shown by a report
 * @param mistakes features that an expression makes impossible
 * @param limits features that the method makes impossible
 * @param argumentNames the names of the method's arguments, if these are the tool's arguments and
 *     all names are known; else empty
 */
public record LinkedTarget(
    GuardedMethod method,
    Map<Reading, LinkedExpression> expressions,
    List<LinkedLabel> labels,
    List<TargetReport.Reading> linked,
    List<String> mistakes,
    List<String> limits,
    List<String> argumentNames) {

  /**
   * A label of a target.
   *
   * @param plain whether its value is shown; if not, the beginning of its SHA-256 hash is shown
   */
  public record LinkedLabel(String name, LinkedExpression value, boolean plain) {

    /** Returns its value for a call; empty if absent or blank. */
    public Optional<String> read(Environment environment) throws Throwable {
      return Optional.ofNullable(value.evaluate(environment))
          .map(Object::toString)
          .filter(text -> !text.isBlank())
          .map(text -> plain ? Printable.name(text) : Attribution.hash(text));
    }
  }

  @Nullable
  public LinkedExpression get(Reading reading) {
    return expressions.get(reading);
  }

  /** Evaluates an expression; {@code null} if there is none. */
  @Nullable
  public Object evaluate(Reading reading, Environment environment) throws Throwable {
    LinkedExpression expression = get(reading);
    return expression == null ? null : expression.evaluate(environment);
  }

  /**
   * Reads the value of an expression, attributing failures to it; {@code null} if there is none.
   */
  public <T> @Nullable T read(
      Reading reading, Environment environment, Function<@Nullable Object, @Nullable T> reader)
      throws Throwable {
    LinkedExpression expression = get(reading);
    return expression == null ? null : expression.read(environment, reader);
  }

  /** Returns whether the method dispatches several calls at once. */
  public boolean isBatch() {
    LinkedExpression tool = get(Reading.TOOL_NAME);
    return tool != null && tool.expression().isProjection();
  }

  /** Returns the builder of a hint's result; a batch has none. */
  public Substitution hint() {
    return new Substitution(get(Reading.RESULT), method.result());
  }

  /** Returns the builder of a result with a warning; {@code null} if only text can carry one. */
  @Nullable
  public Substitution warned() {
    LinkedExpression warned = get(Reading.WARNED);
    // The application has the items of a stream before the outcome is known.
    return warned == null || !method.result().comesAsWhole()
        ? null
        : new Substitution(warned, method.result().ofValue());
  }

  /** Returns the builder of a result from an earlier output; {@code null} if there is none. */
  @Nullable
  public Substitution reused() {
    LinkedExpression reused = get(Reading.REUSED);
    return reused == null ? null : new Substitution(reused, method.result());
  }

  /** Builds a result instead of the method's own; without an expression, the message itself. */
  public record Substitution(@Nullable LinkedExpression result, ResultType type) {

    /** Returns the class of the built value, as far as known. */
    Class<?> given() {
      return result == null ? TextResult.of(type).type() : result.type();
    }

    public boolean isPossible() {
      return type.takes(given());
    }

    /**
     * Builds a value that the result type accepts; {@code null} if there is no expression and the
     * message cannot become one.
     */
    public @Nullable Object value(Environment environment, String message) throws Throwable {
      if (result == null) {
        Object text = TextResult.of(type).value(message);
        return type.accepts(text) ? text : null;
      }
      Object value = result.evaluate(environment);
      if (value == null || !type.accepts(value)) {
        throw new EvaluationException(
            "it gives %s, but the method returns %s"
                .formatted(
                    value == null ? "null" : "a " + value.getClass().getTypeName(),
                    type.describe()),
            result.expression());
      }
      return value;
    }

    /**
     * Returns whether an expression failed by a cast. Expressions for a dispatcher that returns
     * Object cast on purpose, because callers expect various types.
     */
    public static boolean isCast(Throwable failure) {
      return failure.getCause() instanceof ClassCastException;
    }
  }

  /**
   * Returns whether the turn is known when the method is entered: the method receives the response,
   * and acts on it afterwards, for example by making the tool calls.
   */
  public boolean isKnownAtEntry() {
    Set<Variable> outcome = Set.of(Variable.RETURN, Variable.THROWN);
    return !seesRequestOnly()
        && readsOfResponse()
            .allMatch(each -> Collections.disjoint(each.expression().variables(), outcome));
  }

  /** Returns whether the target reads nothing of a response. */
  public boolean seesRequestOnly() {
    boolean sends = get(Reading.INJECT) != null || get(Reading.THROWS_TO) != null;
    return sends && readsOfResponse().findAny().isEmpty();
  }

  private Stream<LinkedExpression> readsOfResponse() {
    return Stream.of(
            Reading.TEXT,
            Reading.INPUT_TOKENS,
            Reading.CACHED_TOKENS,
            Reading.OUTPUT_TOKENS,
            Reading.MODEL,
            Reading.TOOL_NAME,
            Reading.ARGS)
        .map(this::get)
        .filter(Objects::nonNull);
  }

  /** Returns how warnings are added to requests; {@code null} without {@code inject}. */
  @Nullable
  public Injection injection() {
    LinkedExpression value = get(Reading.INJECT);
    int argument = method.target().injected();
    return value == null
        ? null
        : new Injection(argument, value, method.method().getParameterTypes()[argument]);
  }

  /** Adds warnings to a request by replacing one argument. */
  public record Injection(int argument, LinkedExpression value, Class<?> type) {

    public boolean isPossible() {
      Class<?> boxed = boxedType();
      // A value of a wider static type may still fit; it is checked at run time.
      return boxed.isAssignableFrom(value.type()) || value.type().isAssignableFrom(boxed);
    }

    /**
     * Returns the new value of the argument.
     *
     * @throws EvaluationException if the expression gives another type
     */
    public Object evaluate(Environment environment) throws Throwable {
      Object changed = value.evaluate(environment);
      if (changed != null && boxedType().isInstance(changed)) {
        return changed;
      }
      throw new EvaluationException(
          "the value is %s, but arg%s takes a %s"
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
