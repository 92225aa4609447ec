package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.Glob;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The little of a target that tells most classes from those that may be meant.
 *
 * @param type internal name ({@code a/b/C}) of the class or interface; absent: any
 * @param open whether classes other than that one can have its methods
 * @param packages where those classes lie, each ending with a slash; none: anywhere
 * @param text what the constant pool of such a class contains: the method's name, or the descriptor
 *     of its annotation
 * @param prefix whether longer texts that begin with it will do
 * @param descriptor what a second text in it begins with: the method's descriptor (JVMS 4.3.3) as
 *     far as it is known; empty where nothing is
 */
public record TargetHint(
    @Nullable String type,
    boolean open,
    List<String> packages,
    String text,
    boolean prefix,
    String descriptor,
    boolean fromProfile) {

  private static final Map<String, String> PRIMITIVES =
      Map.of(
          "void", "V", "boolean", "Z", "byte", "B", "char", "C", "short", "S", "int", "I", "long",
          "J", "float", "F", "double", "D");

  /** Returns the hint for a target. */
  public static TargetHint of(TargetSpec target) {
    String type = target.type() == null ? null : target.type().replace('.', '/');
    String annotation = target.annotation();
    Glob method = target.method();
    return new TargetHint(
        type,
        type == null || target.subtypes(),
        target.packages().stream().map(name -> name.replace('.', '/') + "/").toList(),
        annotation == null ? method.literalStart() : "L" + annotation.replace('.', '/') + ";",
        annotation == null && !method.isExact(),
        annotation == null ? descriptorStart(target.parameters(), target.returns()) : "",
        target.fromProfile());
  }

  /**
   * Returns what the descriptors begin with of all methods with these types; empty where the names
   * do not tell.
   */
  static String descriptorStart(@Nullable List<String> parameters, @Nullable String returns) {
    if (parameters == null) {
      return "";
    }
    List<String> types = parameters.stream().map(TargetHint::typeDescriptor).toList();
    String result = returns == null ? "" : typeDescriptor(returns);
    return types.contains("") ? "" : "(" + String.join("", types) + ")" + result;
  }

  private static String typeDescriptor(String name) {
    String plain = name.replace("...", "[]").strip();
    if (plain.endsWith("[]")) {
      String element = typeDescriptor(plain.substring(0, plain.length() - 2));
      return element.isEmpty() ? "" : "[" + element;
    }
    // A nested class may be meant, whose name in class files has a $ for a dot.
    boolean certain = plain.matches("[^\\p{Lu}$]+\\.[^.$]+");
    return PRIMITIVES.getOrDefault(plain, certain ? "L" + plain.replace('.', '/') + ";" : "");
  }
}
