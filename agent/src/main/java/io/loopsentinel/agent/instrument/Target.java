package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/** A configured target, and what it has matched so far. Thread-safe. */
final class Target {

  private final TargetSpec spec;
  private volatile boolean matched;
  private volatile @Nullable TargetSpec overriddenBy;

  Target(TargetSpec spec) {
    this.spec = spec;
  }

  TargetSpec spec() {
    return spec;
  }

  /** Whether a class is one that it names, by itself, by a supertype or by its package. */
  boolean takesIn(TypeDescription type, TypeDescription hierarchy) {
    return (spec.packages().isEmpty()
            || spec.packages().stream().anyMatch(name -> type.getName().startsWith(name + ".")))
        && (spec.field() == null || declares(type, spec.field()))
        && (spec.type() == null
            || type.getName().equals(spec.type())
            || (spec.subtypes()
                && ClassFiles.ancestors(hierarchy)
                    .anyMatch(ancestor -> ancestor.getName().equals(spec.type()))));
  }

  /** Whether a method has all that is asked of it: name, parameters, result and annotation. */
  boolean describes(MethodDescription method) {
    return describesButForResult(method)
        && (spec.returns() == null
            || areNamed(List.of(method.getReturnType().asErasure()), List.of(spec.returns())));
  }

  boolean describesButForResult(MethodDescription method) {
    return spec.method().matches(method.getInternalName())
        && (spec.annotation() == null
            || ElementMatchers.isAnnotatedWith(ElementMatchers.named(spec.annotation()))
                .matches(method))
        && (spec.parameters() == null
            || areNamed(method.getParameters().asTypeList().asErasures(), spec.parameters()));
  }

  /** Whether a method has a body to guard, and is no constructor or initializer. */
  static boolean isGuardable(MethodDescription method) {
    return method.isMethod() && !method.isAbstract() && !method.isNative();
  }

  static boolean declares(TypeDescription type, String field) {
    return !type.getDeclaredFields().filter(ElementMatchers.named(field)).isEmpty();
  }

  void match() {
    matched = true;
  }

  void yieldTo(Target other) {
    overriddenBy = other.spec;
  }

  /** Returns the target that has what this one would have taken in; {@code null} where none has. */
  @Nullable TargetSpec overriddenBy() {
    return overriddenBy;
  }

  boolean isMatched() {
    return matched;
  }

  private static boolean areNamed(List<TypeDescription> types, List<String> names) {
    return types.stream()
        .map(type -> plain(type.getActualName()))
        .toList()
        .equals(names.stream().map(Target::plain).toList());
  }

  /** Makes {@code a.B.C}, {@code a.B$C}, {@code T...} and {@code T[]} comparable. */
  private static String plain(String typeName) {
    return typeName.replace("...", "[]").replace('$', '.').strip();
  }
}
