package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Adds the warnings that wait in a session to a request of its model.
 *
 * @param argument which argument of the method is replaced, from 0
 * @param value builds the new one, from {@code message}
 * @param type what the parameter takes
 */
record Injection(int argument, LinkedExpression value, Class<?> type) {

  /** Whether the expression can give what the parameter takes. */
  boolean isPossible() {
    Class<?> boxed = boxedType();
    // A wider static type may still hold a fitting value; that is looked at when it is there.
    return boxed.isAssignableFrom(value.type()) || value.type().isAssignableFrom(boxed);
  }

  /**
   * Replaces the argument where warnings wait; they are taken, whatever comes of it. A value that
   * is not to be had, or does not fit, is reported, and the argument stays as it is.
   */
  void apply(GuardContext context, CallEnvironment environment, Object session) {
    List<String> warnings = context.engine().turns().takeWarnings(session);
    if (warnings.isEmpty()) {
      return;
    }
    environment.setMessage(String.join("\n\n", warnings));
    try {
      environment.arguments()[argument] = fitting(value.evaluate(environment));
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
