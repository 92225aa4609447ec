package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A method that is guarded, and what its guards share. */
record GuardedMethod(Method method, ResultType result, TargetSpec target, SessionKeys sessionKeys) {

  /**
   * Returns where in the configuration a failure of one of its expressions lies, and what it is.
   *
   * <p>What the agent itself words quotes the expression, no values; of others nothing is known.
   */
  @SuppressWarnings("ReferenceEquality") // Two expressions may be written alike.
  private @Nullable String explain(Throwable failure) {
    if (!(failure instanceof EvaluationException problem)) {
      return null;
    }
    Optional<SourceExpression> source =
        target.readings().values().stream()
            .filter(each -> each.expression() == problem.expression())
            .findFirst();
    String message = String.valueOf(problem.getMessage());
    String quoted = "`" + problem.expression() + "`";
    return source.map(at -> at.at(problem.offset()) + ": ").orElse("")
        + message
        + (message.contains(quoted) ? "" : "; in " + quoted);
  }

  /**
   * Returns a failure as it is reported.
   *
   * @param what which expression failed, behind a comma, or nothing
   * @param consequence what comes of it for the call
   */
  LocatedFailure located(String what, Throwable failure, String consequence) {
    return new LocatedFailure(describe() + what, explain(failure), consequence, failure);
  }

  /** Returns target and method for a message. */
  String describe() {
    return "target %s (%s) on %s".formatted(target.name(), target.origin(), signature(method));
  }

  /** Returns a method as in {@code com.acme.Dispatcher.dispatch(Request, Map)}. */
  static String signature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(
            Collectors.joining(
                ", ", method.getDeclaringClass().getName() + "." + method.getName() + "(", ")"));
  }
}
