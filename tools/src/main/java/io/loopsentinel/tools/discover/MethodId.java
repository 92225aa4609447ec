package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.match.MatchedMethod;
import io.loopsentinel.tools.support.TargetText;
import java.lang.reflect.Method;
import java.util.stream.Stream;
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

  /** Returns a target for this method alone. */
  TargetText target(String targetName, String kind) {
    TargetText target = new TargetText(targetName, kind, owner.getName()).with("method", name);
    Method known = method();
    if (known != null
        && Stream.of(owner.getDeclaredMethods())
            .anyMatch(each -> each.getName().equals(name) && !each.equals(known))) {
      target.parameters(Stream.of(known.getParameterTypes()).map(Class::getTypeName).toList());
    }
    return target;
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
