package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.expression.EvaluationException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A method that is guarded, and what its guards share.
 *
 * @param method the method, its class loaded
 * @param result what it returns
 * @param target what was configured for it
 * @param sessionKeys makes keys of what expressions give
 */
record GuardedMethod(Method method, ResultType result, TargetSpec target, SessionKeys sessionKeys) {

  /** Returns the arguments that a caller wrote: a suspend function has one more. */
  List<@Nullable Object> writtenArguments(Object[] arguments) {
    List<@Nullable Object> all = Arrays.asList(arguments);
    return result.isSuspending() ? new ArrayList<>(all.subList(0, arguments.length - 1)) : all;
  }

  /** Returns the method's own name. */
  String name() {
    return method.getName();
  }

  /**
   * Returns where in the configuration a failure of one of its expressions lies, and what it is.
   *
   * <p>What the agent itself words quotes the expression, no values; of others nothing is known.
   */
  @Nullable String explain(Throwable failure) {
    if (!(failure instanceof EvaluationException problem) || problem.expression() == null) {
      return null;
    }
    Optional<SourceExpression> source = target.readings().find(problem.expression());
    String message = String.valueOf(problem.getMessage());
    String quoted = "`" + problem.expression() + "`";
    return source.map(at -> at.at(problem.offset()) + ": ").orElse("")
        + message
        + (message.contains(quoted) ? "" : "; in " + quoted);
  }

  /** Returns target and method for a message. */
  String describe() {
    // Not by a Formatter, which sets up a locale: this is asked for with each method.
    return "target "
        + target.name()
        + " ("
        + target.origin()
        + ") on "
        + method.getDeclaringClass().getName()
        + "."
        + method.getName()
        + "("
        + String.join(
            ", ", List.of(method.getParameterTypes()).stream().map(Class::getSimpleName).toList())
        + ")";
  }
}
