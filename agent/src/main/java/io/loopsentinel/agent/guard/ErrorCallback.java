package io.loopsentinel.agent.guard;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.link.LinkedTarget;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands errors to the caller's own handler, as {@code throws_to} says, where the library that calls
 * a method would lose them. The method then returns as if it had ended well.
 */
record ErrorCallback(GuardContext context, LinkedExpression expression) {

  /** Returns the callback of a target, if it has one. */
  static @Nullable ErrorCallback of(GuardContext context, LinkedTarget target) {
    LinkedExpression expression = target.get(Reading.THROWS_TO);
    return expression == null ? null : new ErrorCallback(context, expression);
  }

  /**
   * A refusal to hand over once the guard has finished: the handler is the application's, and what
   * it calls is guarded.
   */
  record Refusal(ErrorCallback callback, CallEnvironment environment, Throwable error) {

    /** Returns the verdict after the error was handed over, or the error if that failed. */
    Object verdict() {
      return callback.accept(environment, error) ? Optional.empty() : error;
    }
  }

  /** Returns a verdict that hands over the refusal of a call, or what stopped one within it. */
  @Nullable Object on(@Nullable Object verdict, CallEnvironment environment) {
    if (verdict instanceof Throwable error) {
      return new Refusal(this, environment, error);
    }
    return verdict instanceof PendingCall call ? after(call, environment) : verdict;
  }

  private BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> after(
      PendingCall call, CallEnvironment environment) {
    return (returned, thrown) -> {
      Object result = call.apply(returned, thrown);
      return thrown != null
              && ToolLoopError.findIn(thrown).isPresent()
              && accept(environment, thrown)
          ? Optional.empty()
          : result;
    };
  }

  private boolean accept(CallEnvironment environment, Throwable error) {
    environment.thrown = error;
    try {
      expression.evaluate(environment);
      return true;
    } catch (Throwable failure) {
      context.report(environment, Reading.THROWS_TO.key(), "the error is thrown", failure);
      return false;
    }
  }
}
