package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.Variable;
import io.loopsentinel.agent.guard.LinkedTarget.Substitution;
import org.jspecify.annotations.Nullable;

/** A result to which warnings are added, as far as it can carry any. Used by one thread. */
final class WarnedResult {

  private final @Nullable Substitution warned;
  private final CallEnvironment environment;
  private final GuardContext context;
  private @Nullable Object value;
  private @Nullable String text;

  /**
   * Wraps the result of a call.
   *
   * @param text what the model reads of it; a result that has none carries a warning only where
   *     {@code warned} adds the warning itself, and not a text that it would lose
   */
  WarnedResult(
      @Nullable Object text,
      @Nullable Substitution warned,
      CallEnvironment environment,
      GuardContext context) {
    this.value = environment.returned;
    this.text = text instanceof CharSequence readable ? readable.toString() : null;
    this.warned = warned;
    this.environment = environment;
    this.context = context;
  }

  /**
   * Adds a warning.
   *
   * @return false where the result cannot carry it; then it stays as it is
   */
  boolean add(String warning) {
    if (text == null && !addsWarningAlone()) {
      return false;
    }
    String both = text == null ? warning : text + "\n\n" + warning;
    Object result = value instanceof String ? both : rebuilt(warning, both);
    if (result == null) {
      return false;
    }
    value = result;
    text = text == null ? null : both;
    return true;
  }

  /** Returns the result with what was added. */
  @Nullable Object value() {
    return value;
  }

  private boolean addsWarningAlone() {
    return value != null
        && warned != null
        && warned.result() != null
        && !warned.result().expression().variables().contains(Variable.MESSAGE);
  }

  private @Nullable Object rebuilt(String warning, String message) {
    if (warned == null) {
      return null;
    }
    environment.returned = value; // With what was added before.
    environment.warning = warning;
    environment.message = message;
    try {
      return warned.value(environment, message);
    } catch (Throwable unfit) {
      // Another version of the framework than the expression was written for: a result without the
      // warning is better than none.
      context.report(environment, "warned", "the result carries no warning", unfit);
      return null;
    }
  }
}
