package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.MethodRef;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.command.inspect.rank.Candidate;
import io.loopsentinel.agent.command.inspect.rank.Ranking;
import io.loopsentinel.agent.command.inspect.rank.TypeIndex;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.config.TargetSpec;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.Type;

/** The methods that the shipped profiles guard, and those that do nothing but lead to them. */
final class KnownTargets {

  /** How many calls away from a guarded method one may be to be taken for a part of the same. */
  private static final int CALLS = 3;

  private final TypeIndex index;
  private final Map<TargetKind, Map<MethodRef, String>> guarded = new EnumMap<>(TargetKind.class);

  KnownTargets(TypeIndex index, Ranking ranking, Profiles profiles) {
    this.index = index;
    for (String profile : profiles.names()) {
      for (TargetSpec target : profiles.read(profile)) {
        String guard = "profile " + profile + " (" + target.name() + ")";
        for (TypeModel type : index.all()) {
          type.methods().stream()
              .filter(method -> describes(target, type, method))
              .forEach(method -> add(target.kind(), method.ref(), guard, ranking));
        }
      }
    }
  }

  /** Returns what is said of a candidate that needs no target of its own. */
  Optional<String> guarding(Candidate candidate) {
    return Optional.ofNullable(
        guarded.getOrDefault(candidate.kind(), Map.of()).get(candidate.method().ref()));
  }

  private void add(TargetKind kind, MethodRef method, String guard, Ranking ranking) {
    Map<MethodRef, String> ofKind = guarded.computeIfAbsent(kind, each -> new HashMap<>());
    for (MethodRef leading : ranking.leadingTo(method, CALLS)) {
      ofKind.putIfAbsent(leading, "leads to what is guarded by " + guard);
    }
    ofKind.put(method, "is guarded by " + guard);
  }

  private boolean describes(TargetSpec target, TypeModel type, MethodModel method) {
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
