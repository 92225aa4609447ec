package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/** The methods that profiles guard, and the methods that call them directly or indirectly. */
final class KnownTargets {

  /** Maximum number of method calls from a candidate to the guarded method. */
  private static final int MAX_CALLS = 3;

  private final TypeIndex index;
  private final CallGraph graph;
  private final Map<TargetKind, Map<MethodRef, String>> guarded = new EnumMap<>(TargetKind.class);

  KnownTargets(CallGraph graph) {
    this.index = graph.index();
    this.graph = graph;
  }

  void add(Profiles profiles) {
    for (String profile : profiles.names()) {
      for (TargetSpec target : profiles.read(profile)) {
        String guard = "guarded by profile " + profile + " (" + target.name() + ")";
        Map<MethodRef, String> ofKind =
            guarded.computeIfAbsent(target.kind(), kind -> new HashMap<>());
        for (MethodRef method : methods(target)) {
          for (MethodRef leading : graph.leadingTo(List.of(method), MAX_CALLS).keySet()) {
            ofKind.putIfAbsent(leading, "leads to what is " + guard);
          }
          ofKind.put(method, "is " + guard);
        }
      }
    }
  }

  /** Returns a description of the guard on a candidate; empty if no profile guards it. */
  Optional<String> guarding(Candidate candidate) {
    return Optional.ofNullable(
        guarded.getOrDefault(candidate.kind(), Map.of()).get(candidate.ref()));
  }

  private List<MethodRef> methods(TargetSpec target) {
    String type = target.type();
    // A profile may match methods by annotation alone; class models do not have annotations.
    return type == null
        ? List.of()
        : index
            .methods()
            .filter(method -> matches(target, method))
            .map(MethodModel::ref)
            .filter(
                method ->
                    target.subtypes()
                        ? index.isSubtype(method.owner(), type.replace('.', '/'))
                        : type.equals(method.owner().replace('/', '.')))
            .toList();
  }

  private static boolean matches(TargetSpec target, MethodModel method) {
    return target.method().matches(method.name())
        && (target.returns() == null || target.returns().equals(method.result().getClassName()))
        && (target.parameters() == null
            || target
                .parameters()
                .equals(Stream.of(method.parameters()).map(Type::getClassName).toList()));
  }
}
