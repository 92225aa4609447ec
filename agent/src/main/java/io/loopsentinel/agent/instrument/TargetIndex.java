package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.Glob;
import io.loopsentinel.agent.config.TargetSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
  private final List<Target> open = new ArrayList<>();
  private final Set<String> types = new HashSet<>();
  private final Set<String> supertypes = new HashSet<>();
  private final MethodNameScan texts;

  TargetIndex(List<TargetSpec> specs) {
    add(specs, false);
    add(specs, true);
    Set<Glob> wanted = new LinkedHashSet<>();
    for (Target target : targets) {
      if (target.type() != null) {
        types.add(target.type());
      }
      if (target.isOpen()) {
        open.add(target);
        wanted.add(
            target.annotation() == null ? target.spec().method() : Glob.of(target.annotation()));
      }
      if (target.type() != null && target.spec().subtypes()) {
        supertypes.add(target.type());
      }
    }
    texts = new MethodNameScan(wanted);
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

  /** Whether a type itself is that of a target. */
  boolean names(String type) {
    return types.contains(type);
  }

  /** Returns the types whose subtypes are taken in. */
  Set<String> supertypes() {
    return supertypes;
  }

  /**
   * Whether a class is worth a closer look. Quick: all classes of the application come here.
   *
   * @throws RuntimeException where the bytes are no class file
   */
  boolean mayMatch(String type, byte[] file) {
    return names(type) || (isInOpenPackages(type) && texts.occursIn(file));
  }

  /** Whether a class may have methods of a target that does not name it. */
  boolean isInOpenPackages(String type) {
    for (Target target : open) {
      if (target.isInPackages(type)) {
        return true;
      }
    }
    return false;
  }

  /** Whether there is a target that takes in annotated methods of any class. */
  boolean seeksAnnotations() {
    return open.stream().anyMatch(target -> target.type() == null);
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
          known = known == null ? ancestors.get() : known;
          fits = known.contains(target.type());
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
                    || matches.stream()
                        .map(MatchedMethod::method)
                        .noneMatch(other -> isBridgeTo(match.method(), other)))
        .toList();
  }

  private static boolean isBridgeTo(MethodOutline bridge, MethodOutline method) {
    return !method.isBridge()
        && bridge.name().equals(method.name())
        && Descriptors.parameters(bridge.descriptor()).size()
            == Descriptors.parameters(method.descriptor()).size();
  }
}
