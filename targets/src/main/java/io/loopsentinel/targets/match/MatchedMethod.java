package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetSpec;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.jar.asm.Type;

/**
 * A method that a target matches.
 *
 * @param number the number of the target, which is part of the site
 */
public record MatchedMethod(MethodDescription method, TargetSpec target, int number) {

  /** Returns the site that its advice passes to the hook; the table of guards parses it. */
  public String site() {
    return number + ":" + key();
  }

  /** Returns its name and descriptor, concatenated. */
  public String key() {
    return key(method);
  }

  public static String key(MethodDescription method) {
    return method.getInternalName() + method.getDescriptor();
  }

  /** Returns a text such as {@code dispatch(String, Map)}. */
  public static String describe(MethodDescription method) {
    return method.getParameters().asTypeList().asErasures().stream()
        .map(type -> type.getActualName())
        .map(type -> type.substring(type.lastIndexOf('.') + 1))
        .collect(Collectors.joining(", ", method.getInternalName() + "(", ")"));
  }

  /** Returns the declared methods of a class by {@link #key}. */
  public static Map<String, Method> declaredIn(Class<?> owner) {
    Map<String, Method> methods = new HashMap<>();
    for (Method method : owner.getDeclaredMethods()) {
      methods.put(method.getName() + Type.getMethodDescriptor(method), method);
    }
    return methods;
  }
}
