package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetHint;
import io.loopsentinel.agent.config.TargetSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;

/**
 * Finds the methods of a class that targets take in.
 *
 * <p>Where several targets take in one method, the first has it, those of the user before those of
 * a profile. Thread-safe.
 */
final class TargetIndex {

  private final List<Target> targets;

  TargetIndex(List<TargetSpec> specs) {
    targets =
        specs.stream()
            .sorted(Comparator.comparing(TargetSpec::fromProfile))
            .map(Target::new)
            .toList();
  }

  List<Target> targets() {
    return targets;
  }

  /** Returns what tells most classes from those that have such methods. */
  TargetFilter filter() {
    return new TargetFilter(targets.stream().map(each -> TargetHint.of(each.spec())).toList());
  }

  /** Finds the methods of a class, described by its file, and as far up as it is described. */
  List<MatchedMethod> match(TypeDescription type, TypeDescription hierarchy) {
    List<MatchedMethod> matches = new ArrayList<>();
    for (MethodDescription method : type.getDeclaredMethods().filter(Target::isGuardable)) {
      List<Target> takers =
          targets.stream()
              .filter(target -> target.describes(method) && target.takesIn(type, hierarchy))
              .toList();
      if (!takers.isEmpty()) {
        Target first = takers.get(0);
        first.match();
        matches.add(new MatchedMethod(method, first.spec(), targets.indexOf(first)));
        // Of those that come too late, the user's alone are asked after.
        takers.stream()
            .skip(1)
            .filter(target -> !target.spec().fromProfile())
            .forEach(target -> target.yieldTo(first));
      }
    }
    // Without bridges to methods that are guarded themselves: one call would pass two guards.
    return matches.stream()
        .filter(match -> matches.stream().noneMatch(other -> isBridgeTo(match, other)))
        .toList();
  }

  private static boolean isBridgeTo(MatchedMethod bridge, MatchedMethod other) {
    return bridge.method().isBridge()
        && !other.method().isBridge()
        && bridge.method().getInternalName().equals(other.method().getInternalName())
        && bridge.method().getParameters().size() == other.method().getParameters().size();
  }
}
