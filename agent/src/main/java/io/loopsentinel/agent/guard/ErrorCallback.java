package io.loopsentinel.agent.guard;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.link.LinkedTarget;
import org.jspecify.annotations.Nullable;

/**
 * Passes errors to the caller's own handler, given by {@code throws_to}, if the library that calls
 * a method would lose them. The method then returns normally.
 */
record ErrorCallback(GuardContext context, LinkedExpression expression) {

  static @Nullable ErrorCallback of(GuardContext context, LinkedTarget target) {
    LinkedExpression expression = target.get(Reading.THROWS_TO);
    return expression == null ? null : new ErrorCallback(context, expression);
  }

  /** Returns a verdict that passes on an error that stops a call within the method. */
  @Nullable Verdict after(@Nullable Verdict verdict, CallEnvironment environment) {
    return verdict instanceof PendingCall call ? after(call, environment) : verdict;
  }

  private Verdict.Run after(PendingCall call, CallEnvironment environment) {
    return (returned, thrown) -> {
      Object result = call.apply(returned, thrown);
      boolean stopped = thrown != null && ToolLoopError.findIn(thrown).isPresent();
      return stopped && deliver(environment, thrown) instanceof Verdict.Return handled
          ? handled.toOptional()
          : result;
    };
  }

  /** Passes an error to the handler. If that fails, the method throws the error. */
  Verdict deliver(CallEnvironment environment, Throwable error) {
    environment.thrown = error;
    try {
      expression.evaluate(environment);
      return new Verdict.Return(null);
    } catch (Throwable failure) {
      context.report(environment, Reading.THROWS_TO.key(), "the error is thrown", failure);
      return new Verdict.Throw(error);
    }
  }
}
