package io.loopsentinel.targets.link;

import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.EvaluationException;
import io.loopsentinel.targets.result.ResultType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A guarded method with its target. */
public record GuardedMethod(Method method, ResultType result, TargetSpec target) {

  /** Returns an explanation that quotes the expression but no values; null if there is none. */
  @SuppressWarnings("ReferenceEquality") // Equal expressions may occur twice.
  @Nullable
  public String explain(Throwable failure) {
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

  public String describe() {
    return "target %s (%s) on %s".formatted(target.name(), target.origin(), signature(method));
  }

  /** Returns a signature such as {@code com.acme.Dispatcher.dispatch(Request, Map)}. */
  static String signature(Method method) {
    return method.getDeclaringClass().getName() + "." + shortSignature(method);
  }

  static String shortSignature(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }
}
