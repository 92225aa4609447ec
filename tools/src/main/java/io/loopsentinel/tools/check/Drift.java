package io.loopsentinel.tools.check;

import io.loopsentinel.tools.check.CheckReport.Method;
import io.loopsentinel.tools.check.CheckReport.Target;
import io.loopsentinel.tools.check.DriftReport.Change;
import io.loopsentinel.tools.check.DriftReport.State;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the effect of a configuration on the class path of today and on one with new jars. */
final class Drift {

  private final CheckReport today;
  private final CheckReport updated;
  private final List<Change> changes = new ArrayList<>();
  private int unchanged;

  Drift(CheckReport today, CheckReport updated) {
    this.today = today;
    this.updated = updated;
  }

  DriftReport report(List<DriftReport.Jar> jars) {
    pairs(today.targets(), updated.targets()).forEach(pair -> compare(pair, List.of()));
    for (int i = 0; i < today.profiles().size(); i++) {
      List<Pair> profile =
          pairs(today.profiles().get(i).targets(), updated.profiles().get(i).targets());
      profile.forEach(pair -> compare(pair, profile));
    }
    return new DriftReport(
        today.configuration(),
        today.classes(),
        updated.classes(),
        jars,
        List.copyOf(changes),
        unchanged,
        today.problems());
  }

  /** Both reports are for the same configuration: they have the same targets in the same order. */
  private static List<Pair> pairs(List<Target> today, List<Target> updated) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < today.size(); i++) {
      pairs.add(new Pair(today.get(i), updated.get(i)));
    }
    return pairs;
  }

  /**
   * Records the change of a target.
   *
   * @param profile the targets of its profile; empty for a target of the user
   */
  private void compare(Pair pair, List<Pair> profile) {
    List<Method> gone = pair.gone();
    List<Method> unfit = pair.unfit();
    if (!unfit.isEmpty()) {
      changes.add(pair.change(State.UNFIT, unfit, reasons(unfit), null));
    } else if (pair.isIdle()) {
      return;
    } else if (pair.isNew()) {
      changes.add(pair.change(State.NEW, guarded(pair.updated()), null, null));
    } else if (gone.isEmpty()) {
      unchanged++;
    } else if (!guarded(pair.updated()).isEmpty()) {
      changes.add(pair.change(State.FEWER, gone, null, null));
    } else {
      String reason =
          Objects.requireNonNullElseGet(
              pair.updated().mismatch(), () -> reasons(pair.updated().methods()));
      String other = replacement(pair, profile).orElse(null);
      changes.add(pair.change(other == null ? State.LOST : State.REPLACED, gone, reason, other));
    }
  }

  /**
   * Returns the target of the same profile that replaces a lost one: it guards one of the methods,
   * or has the same kind and guards nothing today.
   */
  private static Optional<String> replacement(Pair lost, List<Pair> profile) {
    Set<String> methods = signatures(guarded(lost.today()));
    return findFirst(profile, (other, method) -> methods.contains(method.signature()))
        .or(
            () ->
                findFirst(
                    profile,
                    (other, method) ->
                        other.isNew() && other.updated().kind().equals(lost.updated().kind())));
  }

  private static Optional<String> findFirst(List<Pair> pairs, BiPredicate<Pair, Method> wanted) {
    return pairs.stream()
        .flatMap(
            pair ->
                guarded(pair.updated()).stream()
                    .filter(method -> wanted.test(pair, method))
                    .map(method -> pair.updated().name() + " on " + method.method()))
        .findFirst();
  }

  private static List<Method> guarded(Target target) {
    return target.methods().stream().filter(method -> method.report() != null).toList();
  }

  private static Set<String> signatures(List<Method> methods) {
    return methods.stream().map(Method::signature).collect(Collectors.toSet());
  }

  private static String reasons(List<Method> methods) {
    return methods.stream()
        .map(method -> String.valueOf(method.reason()))
        .distinct()
        .collect(Collectors.joining("\n"));
  }

  /** A target, today and with the new jars. */
  private record Pair(Target today, Target updated) {

    boolean isNew() {
      return guarded(today).isEmpty() && !guarded(updated).isEmpty();
    }

    boolean isIdle() {
      return guarded(today).isEmpty() && guarded(updated).isEmpty();
    }

    List<Method> gone() {
      Set<String> kept = signatures(guarded(updated));
      return guarded(today).stream().filter(method -> !kept.contains(method.signature())).toList();
    }

    /** Returns the methods that expressions do not fit, except those they do not fit today. */
    List<Method> unfit() {
      Set<String> before = signatures(today.methods().stream().filter(Method::unfit).toList());
      return updated.methods().stream()
          .filter(method -> method.unfit() && !before.contains(method.signature()))
          .toList();
    }

    Change change(
        State state, List<Method> methods, @Nullable String reason, @Nullable String replacedBy) {
      return new Change(
          today.name(),
          today.kind(),
          today.place(),
          state,
          methods.stream().map(Method::method).toList(),
          reason,
          replacedBy);
    }
  }
}
