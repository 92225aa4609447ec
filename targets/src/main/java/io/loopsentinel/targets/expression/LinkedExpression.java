package io.loopsentinel.targets.expression;

import io.loopsentinel.engine.text.StoppedThread;
import io.loopsentinel.targets.expression.Operand.Evaluator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An expression bound to one method. Immutable and thread-safe.
 *
 * <p>Refers to classes of the application, so it must not outlive the guarded class.
 *
 * @param type the static type of the value: {@link Object} if unknown, the boxed type for a
 *     primitive, {@link Void} if the value is always {@code null}
 * @param notes possible problems: members that a static type lacks and that are looked up in the
 *     run-time class. Each may be a misspelling and is worded as one; unmodifiable
 * @param warnings ambiguities that may have been resolved in an unintended way; unmodifiable
 */
public record LinkedExpression(
    Expression expression,
    Class<?> type,
    List<ExpressionException> notes,
    List<ExpressionException> warnings,
    Evaluator evaluator) {

  /**
   * Evaluates the expression.
   *
   * <p>An Optional that was read is unwrapped. One created by the expression itself, as in {@code
   * java.util.Optional::of(message)}, is not.
   *
   * @throws EvaluationException if a null, a missing member or an unsuitable value is found, or if
   *     the application throws
   * @throws Throwable an error of the JVM, unchanged
   */
  public @Nullable Object evaluate(Environment environment) throws Throwable {
    return this.<Object>read(environment, value -> value);
  }

  /**
   * Evaluates the expression and converts its value by code of the application, such as {@code
   * toString()}. An exception from that code is a failure of the expression.
   */
  public <T> @Nullable T read(
      Environment environment, Function<@Nullable Object, @Nullable T> reader) throws Throwable {
    try {
      return reader.apply(evaluator.evaluate(environment));
    } catch (EvaluationException | VirtualMachineError problem) {
      throw problem;
    } catch (Throwable thrown) {
      StoppedThread.passOn(thrown);
      String message = "it failed with " + thrown.getClass().getTypeName();
      throw new EvaluationException(message, expression, 0, false, thrown);
    }
  }
}
