package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import java.util.stream.Collectors;
import net.bytebuddy.description.method.MethodDescription;

/**
 * A method that a target matches.
 *
 * @param number the number of the target, which is part of the site
 */
record MatchedMethod(MethodDescription method, TargetSpec target, int number) {

  /** Returns the site that its advice passes to the hook; {@link GuardTable} parses it. */
  String site() {
    return number + ":" + key();
  }

  /** Returns its name and descriptor, concatenated. */
  String key() {
    return key(method);
  }

  static String key(MethodDescription method) {
    return method.getInternalName() + method.getDescriptor();
  }

  /** Returns a text such as {@code dispatch(String, Map)}. */
  static String describe(MethodDescription method) {
    return method.getParameters().asTypeList().asErasures().stream()
        .map(type -> type.getActualName())
        .map(type -> type.substring(type.lastIndexOf('.') + 1))
        .collect(Collectors.joining(", ", method.getInternalName() + "(", ")"));
  }
}
