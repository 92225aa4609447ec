package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.config.TargetSpec;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Type;

/** The methods that profiles guard, and those that do nothing but lead to them. */
final class KnownTargets {

  /** How many calls away from a guarded method one may be to be taken for a part of the same. */
  private static final int CALLS = 3;

  private final TypeIndex index;
  private final Ranking ranking;
  private final Map<TargetKind, Map<MethodRef, String>> guarded = new EnumMap<>(TargetKind.class);

  KnownTargets(TypeIndex index, Ranking ranking, Profiles profiles) {
    this.index = index;
    this.ranking = ranking;
    for (String profile : profiles.names()) {
      for (TargetSpec target : profiles.read(profile)) {
        for (TypeModel type : index.all()) {
          type.methods().stream()
              .filter(method -> matches(target, type, method))
              .forEach(method -> add(target, profile, method.ref()));
        }
      }
    }
  }

  /** Returns what is said of a candidate that needs no target of its own. */
  Optional<String> guarding(Candidate candidate) {
    return Optional.ofNullable(
        guarded.getOrDefault(candidate.kind(), Map.of()).get(candidate.method().ref()));
  }

  private void add(TargetSpec target, String profile, MethodRef method) {
    String guard = "guarded by profile " + profile + " (" + target.name() + ")";
    Map<MethodRef, String> ofKind = guarded.computeIfAbsent(target.kind(), each -> new HashMap<>());
    for (MethodRef leading : ranking.leadingTo(method, CALLS)) {
      ofKind.putIfAbsent(leading, "leads to what is " + guard);
    }
    ofKind.put(method, "is " + guard);
  }

  private boolean matches(TargetSpec target, TypeModel type, MethodModel method) {
    String named = target.type();
    // A profile may take in methods by annotation alone; the models of classes have none.
    return named != null
        && target.method().matches(method.name())
        && (target.returns() == null || target.returns().equals(method.result().getClassName()))
        && (target.parameters() == null
            || target
                .parameters()
                .equals(Arrays.stream(method.parameters()).map(Type::getClassName).toList()))
        && (target.subtypes()
            ? index.isSubtype(type.name(), named.replace('.', '/'))
            : named.equals(type.binaryName()));
  }
}
