package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.match.MatchedMethod;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A method of a loaded class. */
record MethodId(Class<?> owner, String name, String descriptor) {

  static MethodId of(Method method) {
    return new MethodId(
        method.getDeclaringClass(),
        method.getName(),
        net.bytebuddy.jar.asm.Type.getMethodDescriptor(method));
  }

  /** Returns its name and descriptor, concatenated. */
  String key() {
    return name + descriptor;
  }

  /** Returns the method; {@code null} if the methods of its class cannot be listed. */
  @Nullable Method method() {
    try {
      return MatchedMethod.declaredIn(owner).get(key());
    } catch (LinkageError missingType) {
      return null;
    }
  }
}
