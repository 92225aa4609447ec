package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.TargetKind;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes what was found as a configuration. Where a profile guards a better target than the best
 * that is left, none of its kind is in force.
 */
final class InspectionReport {

  /** By how much less may speak for what is in force than for what is not sure to be right. */
  private static final int CLOSE = 30;

  private static final String NO_SESSION =
      "no run and no id tells whose its calls are: loops are reported and warned about, and not"
          + " stopped, until session or a run target says so";

  private static final int NEVER = Integer.MAX_VALUE;

  private final TypeIndex index;
  private final CallGraph graph;
  private final List<Candidate> ranked;
  private final KnownTargets known;
  private final TargetsFile file = new TargetsFile();

  /** Creates a report, in which what profiles guard is told as guarded if asked for. */
  InspectionReport(TypeIndex index, boolean withProfiles) {
    this.index = index;
    this.graph = new CallGraph(index);
    this.ranked = new Ranking(index, graph).rank();
    this.known = new KnownTargets(index, graph);
    if (withProfiles) {
      known.add(Profiles.shipped());
    }
  }

  /**
   * Returns the lines of the file.
   *
   * @param mostOfKind how many candidates of each kind are told at most
   * @param leastScore the score below which a candidate is left out
   */
  List<String> write(Set<TargetKind> kinds, int mostOfKind, int leastScore) {
    Map<TargetKind, List<Candidate>> told = new EnumMap<>(TargetKind.class);
    for (TargetKind kind : TargetKind.values()) {
      told.put(
          kind,
          ranked.stream()
              .filter(each -> each.kind() == kind && each.score() >= leastScore)
              .limit(mostOfKind)
              .toList());
    }
    Set<Candidate> inForce = inForce(told);
    inForce.stream()
        .filter(each -> each.kind() == TargetKind.TOOL && hasNoSession(each, inForce))
        .forEach(each -> each.add(0, NO_SESSION, true));
    for (TargetKind kind : new TreeSet<>(kinds)) {
      List<Candidate> best = told.getOrDefault(kind, List.of());
      long all = ranked.stream().filter(each -> each.kind() == kind).count();
      String count = best.isEmpty() ? "none found" : best.size() + " of " + all;
      file.heading("What looks like " + TargetsFile.meaning(kind) + ": " + count);
      for (int i = 0; i < best.size(); i++) {
        tell(best.get(i), i + 1, inForce.contains(best.get(i)));
      }
    }
    return file.lines("inspect in %,d classes. Nothing of them was run.".formatted(index.size()));
  }

  /** Returns what is in force: a tool, the run that its calls belong to, and the turn of that. */
  private Set<Candidate> inForce(Map<TargetKind, List<Candidate>> told) {
    List<Candidate> tools = sure(told, TargetKind.TOOL);
    Optional<Candidate> tool =
        tools.stream().findFirst().map(each -> outermost(waist(each, tools), tools));
    Optional<Candidate> run =
        sure(told, TargetKind.RUN).stream()
            .filter(each -> tool.isPresent() && callsFrom(each, tool.get()) < NEVER)
            .filter(each -> tool.get().session().startsWith("run"))
            .findFirst();
    // Of several that ask a model, the one that the run asks first: it is asked once each time.
    Stream<Candidate> turns = sure(told, TargetKind.TURN).stream();
    Optional<Candidate> turn =
        run.isEmpty()
            ? turns.filter(InspectionReport::isOfAnyModel).findFirst()
            : turns
                .filter(each -> callsFrom(run.get(), each) < NEVER)
                .min(Comparator.comparingInt(each -> callsFrom(run.get(), each)));
    Set<Candidate> inForce = Collections.newSetFromMap(new IdentityHashMap<>());
    Stream.of(tool, run, turn).flatMap(Optional::stream).forEach(inForce::add);
    tools.stream()
        .filter(each -> tool.isPresent() && takeTheSame(each, tool.get()))
        .map(each -> outermost(waist(each, tools), tools))
        .filter(
            each ->
                inForce.stream()
                    .allMatch(other -> !areOnOneWay(each, other) || overrideOne(each, other)))
        .forEach(
            each -> {
              each.add(0, "is another way to tools", true);
              inForce.add(each);
            });
    return inForce;
  }

  private static boolean hasNoSession(Candidate tool, Set<Candidate> inForce) {
    return tool.session().equals("run ?? " + Sources.SHARED)
        && inForce.stream().noneMatch(each -> each.kind() == TargetKind.RUN);
  }

  private boolean areOnOneWay(Candidate one, Candidate other) {
    return one.equals(other)
        || (one.kind() == other.kind()
            && (callsFrom(one, other) < NEVER || callsFrom(other, one) < NEVER));
  }

  /** Whether it is an interface's method that models implement, and tells tokens. */
  private static boolean isOfAnyModel(Candidate turn) {
    return turn.type().isInterface() && turn.readings().containsKey("input_tokens");
  }

  private int callsFrom(Candidate run, Candidate other) {
    return graph
        .leadingTo(Set.of(other.method().ref()), Ranking.DEPTH)
        .getOrDefault(run.method().ref(), NEVER);
  }

  /** Returns those of the best that may be in force, unless a profile guards a better one. */
  private List<Candidate> sure(Map<TargetKind, List<Candidate>> told, TargetKind kind) {
    List<Candidate> best = told.getOrDefault(kind, List.of());
    int least =
        best.stream().filter(each -> !each.isClear()).mapToInt(Candidate::score).max().orElse(0)
            - CLOSE;
    return best.stream()
        .takeWhile(each -> known.guarding(each).isEmpty())
        .filter(each -> each.isClear() && each.score() >= least)
        .toList();
  }

  /**
   * Returns the method to which a candidate leads, and others beside it that are not in force:
   * where it is there, the candidate sees but a part of the calls.
   */
  private Candidate waist(Candidate outer, List<Candidate> best) {
    return best.stream()
        .filter(each -> !each.equals(outer) && callsFrom(outer, each) < NEVER)
        .filter(each -> isReachedOtherwise(each, outer))
        .findFirst()
        .map(
            inner -> {
              inner.add(0, "is where " + outer.title() + " and others lead", true);
              return inner;
            })
        .orElse(outer);
  }

  private boolean isReachedOtherwise(Candidate inner, Candidate outer) {
    boolean isOfOne = inner.type().equals(outer.type()) && inner.method().isGuardable();
    return isOfOne
        ? graph.callersOf(inner.method().ref()).size() > 1
        : ranked.stream()
            .filter(each -> each.kind() == TargetKind.TOOL && !each.isSure())
            .filter(each -> each.score() >= Candidate.CLEAR_TOOL && takeTheSame(each, inner))
            .anyMatch(each -> callsFrom(each, inner) < NEVER && !areOnOneWay(each, outer));
  }

  /**
   * Returns the outermost method on the way to one that sees each call once, as far as there is one
   * way only: what a retry or an interceptor in between does is within it then.
   */
  private Candidate outermost(Candidate inner, List<Candidate> best) {
    Set<MethodRef> callers = new HashSet<>(graph.callersOf(inner.method().ref()));
    callers.remove(inner.method().ref());
    return best.stream()
        .filter(each -> callers.size() == 1 && callers.contains(each.method().ref()))
        .filter(each -> takeTheSame(each, inner))
        .findFirst()
        .map(
            outer -> {
              outer.add(0, "is the only way to " + inner.title(), true);
              return outermost(outer, best);
            })
        .orElse(inner);
  }

  /** Whether two take calls of one type, or override one method. */
  private boolean takeTheSame(Candidate one, Candidate other) {
    return one.call() != null
        && other.call() != null
        && (!Collections.disjoint(one.call().types(), other.call().types())
            || overrideOne(one, other));
  }

  private boolean overrideOne(Candidate one, Candidate other) {
    return !one.equals(other)
        && one.kind() == other.kind()
        && !Collections.disjoint(overridden(one), overridden(other));
  }

  private Set<String> overridden(Candidate candidate) {
    MethodRef method = candidate.method().ref();
    return index.hierarchy(method.owner()).stream()
        .filter(type -> !type.name().equals(method.owner()) && type.declared(method).isPresent())
        .map(type -> type.name() + "." + method.name())
        .collect(Collectors.toSet());
  }

  private void tell(Candidate candidate, int rank, boolean inForce) {
    String title = rank + ". " + candidate.title();
    Optional<String> guard = known.guarding(candidate);
    if (guard.isPresent()) {
      file.comment(title + " " + guard.get());
      return;
    }
    file.comment(title + ", score " + candidate.score());
    candidate.doubts().forEach(doubt -> file.note("is a comment: " + doubt));
    candidate
        .signals()
        .forEach(
            each ->
                file.note(
                    each.weight() == 0
                        ? each.reason()
                        : "%+d %s".formatted(each.weight(), each.reason())));
    file.target(candidate, rank, inForce);
  }
}
