package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.TargetSpec;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A method that is guarded, and what its guards share.
 *
 * @param method the method, its class loaded
 * @param target what was configured for it
 * @param sessionKeys makes keys of what expressions give
 */
record GuardedMethod(Method method, TargetSpec target, SessionKeys sessionKeys) {

  /** Returns the method's own name. */
  String name() {
    return method.getName();
  }

  /** Returns target and method for a message. */
  String describe() {
    return "target %s (%s) on %s.%s(%s)"
        .formatted(
            target.name(),
            target.origin(),
            method.getDeclaringClass().getName(),
            method.getName(),
            Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ")));
  }
}
