package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A configured target in the form that classes are matched against. Thread-safe. */
final class Target {

  private final TargetSpec spec;
  private final @Nullable String type;
  private final @Nullable String annotation;
  private final List<String> packages;
  private final @Nullable List<String> parameters;
  private final @Nullable String returns;
  private volatile boolean matched;
  private volatile @Nullable TargetSpec overriddenBy;

  Target(TargetSpec spec) {
    this.spec = spec;
    this.type = spec.type() == null ? null : spec.type().replace('.', '/');
    this.annotation =
        spec.annotation() == null ? null : "L" + spec.annotation().replace('.', '/') + ";";
    this.packages = spec.packages().stream().map(name -> name.replace('.', '/') + "/").toList();
    this.parameters =
        spec.parameters() == null ? null : spec.parameters().stream().map(Target::plain).toList();
    this.returns = spec.returns() == null ? null : plain(spec.returns());
  }

  TargetSpec spec() {
    return spec;
  }

  /** Returns the internal name of its class or interface; {@code null} where it names none. */
  @Nullable String type() {
    return type;
  }

  /** Returns the descriptor of the annotation that its methods carry, where it names one. */
  @Nullable String annotation() {
    return annotation;
  }

  /** Whether classes other than the one that it names can have its methods. */
  boolean isOpen() {
    return type == null || spec.subtypes();
  }

  /** Whether a class, by its internal name, lies in the packages that it is limited to. */
  boolean isInPackages(String name) {
    if (packages.isEmpty()) {
      return true;
    }
    for (String each : packages) {
      if (name.startsWith(each)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a method has all that is asked of it: name, parameters, result and annotation. */
  boolean describes(MethodOutline method) {
    return spec.method().matches(method.name())
        && (annotation == null || method.annotations().contains(annotation))
        && (parameters == null
            || parameters.equals(
                Descriptors.parameters(method.descriptor()).stream().map(Target::plain).toList()))
        && (returns == null || returns.equals(plain(Descriptors.result(method.descriptor()))));
  }

  /** Whether a class has its field, where one is given. */
  boolean describes(ClassOutline type) {
    return spec.field() == null || type.declaresField(spec.field());
  }

  /** Records that it has taken in a method. */
  void match() {
    matched = true;
  }

  /** Records that another target has what it would have taken in. */
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

  /** Makes {@code a.B.C}, {@code a.B$C}, {@code T...} and {@code T[]} comparable. */
  private static String plain(String typeName) {
    return typeName.replace("...", "[]").replace('$', '.').strip();
  }
}
