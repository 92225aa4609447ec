package io.loopsentinel.targets.config;

import io.loopsentinel.engine.settings.Glob;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of a target that quickly excludes most classes.
 *
 * @param type the internal name ({@code a/b/C}) of the class or interface; absent: any
 * @param open whether classes other than {@code type} can have matching methods
 * @param packages the packages of those classes, each ending with a slash; empty: any
 * @param text a constant-pool string of such a class: method name or annotation descriptor
 * @param prefix whether longer strings that begin with {@code text} match, too
 * @param descriptor the prefix of a second string in the constant pool: the known part of the
 *     method's descriptor (JVMS 4.3.3); may be empty
 * @param profile the name of the target's profile; empty if that is not known
 */
public record TargetHint(
    @Nullable String type,
    boolean open,
    List<String> packages,
    String text,
    boolean prefix,
    String descriptor,
    String profile) {

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
        "");
  }

  /**
   * Returns the common prefix of the descriptors of all methods with these types; empty if it
   * cannot be derived from the names.
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
    // The name may be of a nested class, which has a $ instead of the dot in class files.
    boolean certain = plain.matches("[^\\p{Lu}$]+\\.[^.$]+");
    return PRIMITIVES.getOrDefault(plain, certain ? "L" + plain.replace('.', '/') + ";" : "");
  }
}
