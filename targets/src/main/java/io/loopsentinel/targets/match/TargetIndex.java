package io.loopsentinel.targets.match;

import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.load.Profiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;

/**
 * Finds the methods of a class that targets match.
 *
 * <p>If several targets match a method, the first counts; targets of the user come before those of
 * profiles. Thread-safe.
 */
public final class TargetIndex {

  /** The current targets, in order of precedence. */
  private final List<Target> targets;

  /** All targets so far, by number, because guarded methods pass these numbers. */
  private final List<Target> numbered;

  /**
   * The targets of shipped profiles by name, in their order, after those of the user; empty for
   * those not read yet.
   */
  private final Map<String, List<Target>> profiles;

  /** The number of the first new target. */
  private final int firstNew;

  public TargetIndex(List<TargetSpec> specs) {
    this(specs, List.of(), List.of());
  }

  /**
   * Returns an index of targets of the user and of shipped profiles, each of which is read when it
   * may match.
   */
  public static TargetIndex of(List<TargetSpec> specs, List<String> profiles) {
    List<Target> own = specs.stream().map(Target::new).toList();
    Map<String, List<Target>> byProfile = new LinkedHashMap<>();
    byProfile.put("", own);
    profiles.forEach(name -> byProfile.put(name, List.of()));
    return new TargetIndex(byProfile, own);
  }

  private TargetIndex(List<TargetSpec> specs, List<Target> current, List<Target> before) {
    firstNew = before.size();
    numbered = new ArrayList<>(before);
    profiles = Map.of();
    targets =
        specs.stream()
            .sorted(Comparator.comparing(TargetSpec::fromProfile))
            .map(spec -> target(spec, current))
            .toList();
  }

  private TargetIndex(Map<String, List<Target>> profiles, List<Target> numbered) {
    this.firstNew = 0;
    this.numbered = numbered;
    this.profiles = profiles;
    this.targets = profiles.values().stream().flatMap(List::stream).toList();
  }

  private Target target(TargetSpec spec, List<Target> current) {
    for (Target target : current) {
      if (target.spec().content().equals(spec.content())) {
        return target;
      }
    }
    Target created = new Target(spec);
    numbered.add(created);
    return created;
  }

  /** Returns an index for other targets, in which unchanged targets keep their numbers. */
  public TargetIndex with(List<TargetSpec> specs) {
    return new TargetIndex(specs, targets, numbered);
  }

  /** Returns an index that has the profiles of these hints, and in which targets keep numbers. */
  public TargetIndex including(List<TargetHint> hints) {
    TargetIndex index = this;
    for (TargetHint hint : hints) {
      List<Target> known = index.profiles.get(hint.profile());
      if (known != null && known.isEmpty() && !hint.profile().isEmpty()) {
        List<Target> read =
            Profiles.shipped().read(hint.profile()).stream().map(Target::new).toList();
        List<Target> all = new ArrayList<>(index.numbered);
        all.addAll(read);
        Map<String, List<Target>> next = new LinkedHashMap<>(index.profiles);
        next.put(hint.profile(), read);
        index = new TargetIndex(next, all);
      }
    }
    return index;
  }

  public List<Target> targets() {
    return targets;
  }

  public List<Target> newTargets() {
    return numbered.subList(firstNew, numbered.size());
  }

  public boolean isNew(int number) {
    return number >= firstNew;
  }

  public Target target(int number) {
    return numbered.get(number);
  }

  /** Returns a filter for classes that may have such methods. */
  TargetFilter filter() {
    return new TargetFilter(targets.stream().map(each -> TargetHint.of(each.spec())).toList());
  }

  /** Finds the methods of a class from descriptions of the class and its supertypes. */
  public List<MatchedMethod> match(TypeDescription type, TypeDescription hierarchy) {
    List<MatchedMethod> matches = new ArrayList<>();
    for (MethodDescription method : type.getDeclaredMethods().filter(Target::isGuardable)) {
      List<Target> matching =
          targets.stream()
              .filter(target -> target.matchesMethod(method) && target.matchesType(type, hierarchy))
              .toList();
      if (!matching.isEmpty()) {
        Target first = matching.get(0);
        first.markMatched();
        matches.add(new MatchedMethod(method, first.spec(), numbered.indexOf(first)));
        // Only targets of the user are reported as unmatched.
        matching.stream()
            .skip(1)
            .filter(target -> !target.spec().fromProfile())
            .forEach(target -> target.markOverriddenBy(first));
      }
    }
    // Without bridges to guarded methods: one call would pass two guards.
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
