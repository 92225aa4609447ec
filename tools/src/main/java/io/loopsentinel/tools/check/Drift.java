package io.loopsentinel.tools.check;

import io.loopsentinel.agent.instrument.Successors;
import io.loopsentinel.agent.instrument.Successors.Successor;
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

/** Compares what one configuration guards on a class path of today and on one with new jars. */
final class Drift {

  private final CheckReport today;
  private final CheckReport then;
  private final Successors successors;
  private final List<Change> changes = new ArrayList<>();
  private int unchanged;

  Drift(CheckReport today, CheckReport then, Successors successors) {
    this.today = today;
    this.then = then;
    this.successors = successors;
  }

  DriftReport report(List<DriftReport.Jar> jars) {
    pairs(today.targets(), then.targets()).forEach(pair -> compare(pair, List.of()));
    for (int i = 0; i < today.profiles().size(); i++) {
      List<Pair> profile =
          pairs(today.profiles().get(i).targets(), then.profiles().get(i).targets());
      profile.forEach(pair -> compare(pair, profile));
    }
    return new DriftReport(
        today.configuration(),
        today.classes(),
        then.classes(),
        jars,
        List.copyOf(changes),
        unchanged,
        today.problems());
  }

  /** Both reports are of one configuration, and so have the same targets in the same order. */
  private static List<Pair> pairs(List<Target> today, List<Target> then) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < today.size(); i++) {
      pairs.add(new Pair(today.get(i), then.get(i)));
    }
    return pairs;
  }

  /**
   * Notes what becomes of a target.
   *
   * @param profile those of its profile; none if it is the user's
   */
  private void compare(Pair pair, List<Pair> profile) {
    List<Method> gone = pair.gone();
    List<Method> unfit = pair.unfit();
    if (!unfit.isEmpty()) {
      changes.add(pair.change(State.UNFIT, unfit, reasons(unfit), null, List.of()));
    } else if (pair.isIdle()) {
      return;
    } else if (pair.isNew()) {
      changes.add(pair.change(State.NEW, guarded(pair.then()), null, null, List.of()));
    } else if (gone.isEmpty()) {
      unchanged++;
    } else if (!guarded(pair.then()).isEmpty()) {
      changes.add(pair.change(State.FEWER, gone, null, null, List.of()));
    } else {
      String reason =
          Objects.requireNonNullElseGet(
              pair.then().mismatch(), () -> reasons(pair.then().methods()));
      changes.add(
          replacement(pair, profile)
              .map(other -> pair.change(State.REPLACED, gone, reason, other, List.of()))
              .orElseGet(
                  () ->
                      pair.change(
                          State.LOST,
                          gone,
                          reason,
                          null,
                          successors.of(
                              gone.stream()
                                  .map(Method::declared)
                                  .filter(Objects::nonNull)
                                  .toList()))));
    }
  }

  /**
   * Returns the target of the same profile that is there for one that is gone: it guards one of the
   * methods, or is of the same kind and guards nothing today.
   */
  private static Optional<String> replacement(Pair lost, List<Pair> profile) {
    Set<String> methods = signatures(guarded(lost.today()));
    return first(profile, (other, method) -> methods.contains(method.signature()))
        .or(
            () ->
                first(
                    profile,
                    (other, method) ->
                        other.isNew() && other.then().kind().equals(lost.then().kind())));
  }

  private static Optional<String> first(List<Pair> pairs, BiPredicate<Pair, Method> wanted) {
    return pairs.stream()
        .flatMap(
            pair ->
                guarded(pair.then()).stream()
                    .filter(method -> wanted.test(pair, method))
                    .map(method -> pair.then().name() + " on " + method.method()))
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

  /** One target, today and with the new jars. */
  private record Pair(Target today, Target then) {

    boolean isNew() {
      return guarded(today).isEmpty() && !guarded(then).isEmpty();
    }

    boolean isIdle() {
      return guarded(today).isEmpty() && guarded(then).isEmpty();
    }

    List<Method> gone() {
      Set<String> kept = signatures(guarded(then));
      return guarded(today).stream().filter(method -> !kept.contains(method.signature())).toList();
    }

    /** Returns those that expressions do not fit, but for those that they do not fit today. */
    List<Method> unfit() {
      Set<String> before = signatures(today.methods().stream().filter(Method::unfit).toList());
      return then.methods().stream()
          .filter(method -> method.unfit() && !before.contains(method.signature()))
          .toList();
    }

    Change change(
        State state,
        List<Method> methods,
        @Nullable String reason,
        @Nullable String replacedBy,
        List<Successor> mayHaveBecome) {
      return new Change(
          today.name(),
          today.kind(),
          today.place(),
          state,
          methods.stream().map(Method::method).toList(),
          reason,
          replacedBy,
          mayHaveBecome);
    }
  }
}
