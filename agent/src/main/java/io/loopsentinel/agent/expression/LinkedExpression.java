package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Operand.Evaluator;
import java.lang.reflect.Method;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An expression bound to one method; immutable, for any number of threads.
 *
 * <p>Refers to classes of the application: keep it no longer than the guarded class itself.
 *
 * @param expression what was linked
 * @param type the static type of the value, as far as it is known: {@link Object} where it is not,
 *     the boxed type for a primitive, {@link Void} where the value is always {@code null}
 * @param notes what could not be checked: members that a static type lacks and that are looked for
 *     in the run-time class. Each may be a misspelling, worded as if it were; unmodifiable
 * @param warnings what may be meant otherwise than it is taken; unmodifiable
 * @param calls the methods that it calls on values, as far as static types tell; unmodifiable
 */
public record LinkedExpression(
    Expression expression,
    Class<?> type,
    List<ExpressionException> notes,
    List<ExpressionException> warnings,
    List<MethodCall> calls,
    Evaluator evaluator) {

  /** A call of a method, and where its name stands in the text, counted from 0. */
  public record MethodCall(Method method, int offset) {}

  /**
   * Evaluates the expression.
   *
   * <p>An Optional that was read is unwrapped; one that the expression itself built, as with {@code
   * java.util.Optional::of(message)}, is not.
   *
   * @throws EvaluationException where a null, a missing member or an unfit value is met, or the
   *     application throws something
   * @throws Throwable an error of the JVM, as it is
   */
  public @Nullable Object evaluate(Environment environment) throws Throwable {
    return this.<Object>read(environment, value -> value);
  }

  /**
   * Evaluates the expression and makes something of its value by code of the application, such as
   * {@code toString()}. What that throws is a failure of the expression.
   *
   * @throws Throwable as {@link #evaluate}
   */
  public <T> @Nullable T read(
      Environment environment, Function<@Nullable Object, @Nullable T> reader) throws Throwable {
    try {
      return reader.apply(evaluator.evaluate(environment));
    } catch (EvaluationException | VirtualMachineError problem) {
      throw problem;
    } catch (Throwable thrown) {
      String message = "it failed with " + thrown.getClass().getTypeName();
      throw new EvaluationException(message, expression, 0, false, thrown);
    }
  }
}
