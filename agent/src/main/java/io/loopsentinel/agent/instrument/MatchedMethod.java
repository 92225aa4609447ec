package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;

/**
 * A method that a target takes in.
 *
 * @param method the method
 * @param target the target
 */
record MatchedMethod(MethodOutline method, TargetSpec target) {

  boolean is(String name, String descriptor) {
    return method.name().equals(name) && method.descriptor().equals(descriptor);
  }
}
