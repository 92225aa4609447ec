package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetHint;
import io.loopsentinel.agent.config.TargetSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds the methods of a class that targets take in.
 *
 * <p>Where several targets take in one method, the first has it, those of the user before those of
 * a profile. Thread-safe.
 */
final class TargetIndex {

  private final List<Target> targets = new ArrayList<>();
  private final TargetFilter filter;

  TargetIndex(List<TargetSpec> specs) {
    add(specs, false);
    add(specs, true);
    List<TargetHint> hints = new ArrayList<>();
    for (Target target : targets) {
      hints.add(TargetHint.of(target.spec()));
    }
    filter = new TargetFilter(hints);
  }

  private void add(List<TargetSpec> specs, boolean fromProfile) {
    for (TargetSpec spec : specs) {
      if (spec.fromProfile() == fromProfile) {
        targets.add(new Target(spec));
      }
    }
  }

  List<Target> targets() {
    return targets;
  }

  /** Returns what tells most classes from those that have such methods. */
  TargetFilter filter() {
    return filter;
  }

  /**
   * Finds the methods of a class that targets take in.
   *
   * @param ancestors finds the internal names of all supertypes, if they are needed
   */
  List<MatchedMethod> match(ClassOutline type, Supplier<Set<String>> ancestors) {
    List<MatchedMethod> matches = new ArrayList<>();
    Set<String> known = null;
    for (MethodOutline method : type.methods()) {
      if (!method.isGuardable()) {
        continue;
      }
      Target first = null;
      for (Target target : targets) {
        // Of those that come too late, the user's alone are asked after.
        if (first != null && target.spec().fromProfile()) {
          break;
        }
        if (!target.isInPackages(type.name())
            || !target.describes(method)
            || !target.describes(type)) {
          continue;
        }
        boolean fits = target.type() == null || target.type().equals(type.name());
        if (!fits && target.spec().subtypes()) {
          // Most name the type themselves, and no other class file need be read.
          fits = type.parents().contains(target.type());
          if (!fits) {
            known = known == null ? ancestors.get() : known;
            fits = known.contains(target.type());
          }
        }
        if (fits && first != null) {
          target.yieldTo(first);
        } else if (fits) {
          first = target;
          target.match();
          matches.add(new MatchedMethod(method, target.spec()));
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
                    || !matches.stream()
                        .anyMatch(other -> isBridgeTo(match.method(), other.method())))
        .toList();
  }

  private static boolean isBridgeTo(MethodOutline bridge, MethodOutline method) {
    return !method.isBridge()
        && bridge.name().equals(method.name())
        && Descriptors.parameters(bridge.descriptor()).size()
            == Descriptors.parameters(method.descriptor()).size();
  }
}
