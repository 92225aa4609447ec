package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;

/**
 * A method that a target takes in.
 *
 * @param method the method
 * @param target the target
 */
record MatchedMethod(MethodOutline method, TargetSpec target) {

  /** Whether its guard may change what the method is called with. */
  boolean changesArguments() {
    return target.readings().inject() != null;
  }

  boolean is(String name, String descriptor) {
    return method.name().equals(name) && method.descriptor().equals(descriptor);
  }
}
