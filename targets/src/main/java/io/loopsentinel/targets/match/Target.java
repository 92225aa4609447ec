package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetSpec;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/** A configured target, and whether it has matched so far. Thread-safe. */
public final class Target {

  private final TargetSpec spec;
  private volatile boolean matched;
  private volatile @Nullable TargetSpec overriddenBy;

  public Target(TargetSpec spec) {
    this.spec = spec;
  }

  public TargetSpec spec() {
    return spec;
  }

  /** Returns whether a class matches by name, supertype or package. */
  boolean matchesType(TypeDescription type, TypeDescription hierarchy) {
    return (spec.packages().isEmpty()
            || spec.packages().stream().anyMatch(name -> type.getName().startsWith(name + ".")))
        && (spec.field() == null || declares(type, spec.field()))
        && (spec.type() == null
            || type.getName().equals(spec.type())
            || (spec.subtypes()
                && ClassFiles.ancestors(hierarchy)
                    .anyMatch(ancestor -> ancestor.getName().equals(spec.type()))));
  }

  /** Returns whether a method matches by name, parameters, return type and annotation. */
  boolean matchesMethod(MethodDescription method) {
    return matchesIgnoringReturnType(method)
        && (spec.returns() == null
            || areNamed(List.of(method.getReturnType().asErasure()), List.of(spec.returns())));
  }

  boolean matchesIgnoringReturnType(MethodDescription method) {
    return spec.method().matches(method.getInternalName())
        && (spec.annotation() == null
            || ElementMatchers.isAnnotatedWith(ElementMatchers.named(spec.annotation()))
                .matches(method))
        && (spec.parameters() == null
            || areNamed(method.getParameters().asTypeList().asErasures(), spec.parameters()));
  }

  /** Returns whether a method has a body, and is no constructor or initializer. */
  public static boolean isGuardable(MethodDescription method) {
    return method.isMethod() && !method.isAbstract() && !method.isNative();
  }

  static boolean declares(TypeDescription type, String field) {
    return !type.getDeclaredFields().filter(ElementMatchers.named(field)).isEmpty();
  }

  public void markMatched() {
    matched = true;
  }

  void markOverriddenBy(Target other) {
    overriddenBy = other.spec;
  }

  /** Returns the target that guards the methods of this one; {@code null} if none does. */
  @Nullable TargetSpec overriddenBy() {
    return overriddenBy;
  }

  public boolean isMatched() {
    return matched;
  }

  private static boolean areNamed(List<TypeDescription> types, List<String> names) {
    return types.stream()
        .map(type -> plain(type.getActualName()))
        .toList()
        .equals(names.stream().map(Target::plain).toList());
  }

  /** Normalizes type names: {@code a.B.C} and {@code a.B$C}, {@code T...} and {@code T[]}. */
  private static String plain(String typeName) {
    return typeName.replace("...", "[]").replace('$', '.').strip();
  }
}
