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

  /** Those in force, in the order in which they are asked. */
  private final List<Target> targets;

  /** All there ever were, by their numbers: methods that are guarded already pass these on. */
  private final List<Target> numbered;

  /** The number of the first that was not in force before. */
  private final int firstNew;

  TargetIndex(List<TargetSpec> specs) {
    this(specs, List.of(), List.of());
  }

  private TargetIndex(List<TargetSpec> specs, List<Target> inForce, List<Target> before) {
    firstNew = before.size();
    numbered = new ArrayList<>(before);
    targets =
        specs.stream()
            .sorted(Comparator.comparing(TargetSpec::fromProfile))
            .map(spec -> known(spec, inForce))
            .toList();
  }

  private Target known(TargetSpec spec, List<Target> inForce) {
    for (Target target : inForce) {
      if (target.spec().content().equals(spec.content())) {
        return target;
      }
    }
    Target created = new Target(spec);
    numbered.add(created);
    return created;
  }

  /** Returns an index in the place of this one, in which targets that stay have their numbers. */
  TargetIndex with(List<TargetSpec> specs) {
    return new TargetIndex(specs, targets, numbered);
  }

  List<Target> targets() {
    return targets;
  }

  /** Returns those that were not in force before. */
  List<Target> newTargets() {
    return numbered.subList(firstNew, numbered.size());
  }

  boolean isNew(int number) {
    return number >= firstNew;
  }

  Target target(int number) {
    return numbered.get(number);
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
        matches.add(new MatchedMethod(method, first.spec(), numbered.indexOf(first)));
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
