package io.loopsentinel.agent.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The descriptors of methods (JVMS 4.3.3) as far as the type names of a target give them. */
final class MethodDescriptor {

  private static final Map<String, String> PRIMITIVES =
      Map.of(
          "void", "V", "boolean", "Z", "byte", "B", "char", "C", "short", "S", "int", "I", "long",
          "J", "float", "F", "double", "D");

  private MethodDescriptor() {}

  /**
   * Returns what the descriptors begin with of all methods with these types; empty where the names
   * do not tell.
   */
  static String start(@Nullable List<String> parameters, @Nullable String returns) {
    if (parameters == null) {
      return "";
    }
    StringBuilder descriptor = new StringBuilder("(");
    for (String parameter : parameters) {
      String type = of(parameter);
      if (type.isEmpty()) {
        return "";
      }
      descriptor.append(type);
    }
    return descriptor.append(')').append(returns == null ? "" : of(returns)).toString();
  }

  private static String of(String name) {
    String plain = name.replace("...", "[]").strip();
    if (plain.endsWith("[]")) {
      String element = of(plain.substring(0, plain.length() - 2));
      return element.isEmpty() ? "" : "[" + element;
    }
    String primitive = PRIMITIVES.get(plain);
    if (primitive != null) {
      return primitive;
    }
    return isCertain(plain) ? "L" + plain.replace('.', '/') + ";" : "";
  }

  /** Not where a nested class may be meant, whose name in class files has a {@code $} for a dot. */
  private static boolean isCertain(String name) {
    int last = name.lastIndexOf('.');
    String outer = name.substring(0, Math.max(0, last));
    return last > 0 && outer.equals(outer.toLowerCase(Locale.ROOT)) && !name.contains("$");
  }
}
