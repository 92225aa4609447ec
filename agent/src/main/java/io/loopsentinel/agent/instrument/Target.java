package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A configured target in the form that classes are matched against. Thread-safe. */
final class Target {

  private final TargetSpec spec;
  private final String type;
  private final @Nullable List<String> parameters;
  private final @Nullable String returns;
  private volatile boolean matched;

  Target(TargetSpec spec) {
    this.spec = spec;
    this.type = spec.type().replace('.', '/');
    this.parameters =
        spec.parameters() == null ? null : spec.parameters().stream().map(Target::plain).toList();
    this.returns = spec.returns() == null ? null : plain(spec.returns());
  }

  TargetSpec spec() {
    return spec;
  }

  /** Returns the internal name of its class or interface. */
  String type() {
    return type;
  }

  /** Whether a method has its name and, where given, its parameters and result. */
  boolean describes(MethodOutline method) {
    return spec.method().matches(method.name())
        && (parameters == null
            || parameters.equals(
                Descriptors.parameters(method.descriptor()).stream().map(Target::plain).toList()))
        && (returns == null || returns.equals(plain(Descriptors.result(method.descriptor()))));
  }

  /** Records that it has taken in a method. */
  void match() {
    matched = true;
  }

  boolean isMatched() {
    return matched;
  }

  /** Makes {@code a.B.C}, {@code a.B$C}, {@code T...} and {@code T[]} comparable. */
  private static String plain(String typeName) {
    return typeName.replace("...", "[]").replace('$', '.').strip();
  }
}
