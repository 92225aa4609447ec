package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetHint;
import io.loopsentinel.agent.config.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
        Stream.concat(
                specs.stream().filter(spec -> !spec.fromProfile()),
                specs.stream().filter(TargetSpec::fromProfile))
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

  /**
   * Finds the methods of a class that targets take in.
   *
   * @param type describes the class by its file
   * @param hierarchy describes the class with its supertypes
   */
  List<MatchedMethod> match(TypeDescription type, TypeDescription hierarchy) {
    List<MatchedMethod> matches = new ArrayList<>();
    for (MethodDescription method : type.getDeclaredMethods().filter(Target::isGuardable)) {
      Target first = null;
      for (int number = 0; number < targets.size(); number++) {
        Target target = targets.get(number);
        // Of those that come too late, the user's alone are asked after.
        if (first != null && target.spec().fromProfile()) {
          break;
        }
        if (!target.describes(method) || !target.takesIn(type, hierarchy)) {
          continue;
        }
        if (first == null) {
          first = target;
          target.match();
          matches.add(new MatchedMethod(method, target.spec(), number));
        } else {
          target.yieldTo(first);
        }
      }
    }
    return withoutBridges(matches);
  }

  /** Leaves out bridges to methods that are guarded themselves: one call would pass two guards. */
  private static List<MatchedMethod> withoutBridges(List<MatchedMethod> matches) {
    return matches.stream()
        .filter(
            match ->
                !match.method().isBridge()
                    || matches.stream()
                        .noneMatch(other -> isBridgeTo(match.method(), other.method())))
        .toList();
  }

  private static boolean isBridgeTo(MethodDescription bridge, MethodDescription method) {
    return !method.isBridge()
        && bridge.getInternalName().equals(method.getInternalName())
        && bridge.getParameters().size() == method.getParameters().size();
  }
}
