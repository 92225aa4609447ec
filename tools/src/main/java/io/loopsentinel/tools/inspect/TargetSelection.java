package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * Selects the targets that are in force: one tool dispatch for each path to tools, the run to which
 * its calls belong, and the turn of that run.
 */
final class TargetSelection {

  /** Number of candidates of each kind that are considered. */
  private static final int MAX_CANDIDATES = 10;

  /** Maximum lead in score of an ineligible candidate over one that is in force. */
  private static final int MAX_SCORE_GAP = 30;

  private static final int UNREACHABLE = Integer.MAX_VALUE;

  private static final String NO_SESSION =
      "neither a run nor its id is known: loops are reported and warned about, but not stopped,"
          + " until session or a run target is set";

  /** The note on a method that is not in force although some of its callers are not guarded. */
  static final String UNSEEN_CALLS =
      "calls that reach it without passing a target in force are not guarded";

  private final TypeIndex index;
  private final CallGraph graph;
  private final List<Candidate> ranked;
  private final Predicate<Candidate> isGuarded;
  private final List<Candidate> tools;

  /**
   * @param ranked all candidates, the best of each kind first
   * @param isGuarded whether a profile guards a candidate; none of lower rank is selected then
   */
  TargetSelection(CallGraph graph, List<Candidate> ranked, Predicate<Candidate> isGuarded) {
    this.index = graph.index();
    this.graph = graph;
    this.ranked = ranked;
    this.isGuarded = isGuarded;
    this.tools = eligible(TargetKind.TOOL);
  }

  /** Returns the candidates that are in force, and adds to each a note on why it was preferred. */
  List<Candidate> choose() {
    List<Candidate> chosen = new ArrayList<>();
    for (Candidate tool : tools) {
      Candidate dispatch = decorator(outermost(sharedDispatch(tool)));
      if (chosen.isEmpty() || isSeparatePath(dispatch, chosen)) {
        dispatch.explain("is another path to tools", !chosen.isEmpty());
        chosen.add(dispatch);
      }
    }
    Optional<Candidate> run = chosen.stream().findFirst().flatMap(this::run);
    List<Candidate> runs =
        Stream.concat(run.stream(), chosen.isEmpty() ? Stream.empty() : steps(run)).toList();
    for (Candidate tool : chosen) {
      tool.shareSession(chosen.get(0).session().startsWith("["));
      explainSession(tool, !runs.isEmpty());
      explainUnseenCalls(tool);
    }
    for (Candidate step : runs) {
      step.explain(
          "a run that is interrupted and resumes with another such object is judged as two",
          !step.session().isEmpty());
    }
    turn(run).ifPresent(chosen::add);
    chosen.addAll(runs);
    return chosen;
  }

  private static void explainSession(Candidate tool, boolean hasRun) {
    tool.explain(NO_SESSION, !hasRun && tool.session().startsWith("run ?? shared("));
  }

  /** Notes ineligible interface methods that have other callers or implementations. */
  private void explainUnseenCalls(Candidate tool) {
    ranked.stream()
        .filter(each -> each.kind() == TargetKind.TOOL && each.type().isInterface())
        .filter(each -> each.score() >= Candidate.MIN_TOOL_SCORE && !each.isEligible())
        .filter(each -> !each.method().isStatic() && each.readings().containsKey("result"))
        .filter(
            each -> overrides(tool, each) || (leadsTo(tool, each) && hasOtherCallers(each, tool)))
        .forEach(
            each -> {
              tool.explain("does not see all calls of " + each.title(), true);
              each.explain(UNSEEN_CALLS, true);
            });
  }

  /** Returns whether a method has callers outside its type to which the tool does not lead. */
  private boolean hasOtherCallers(Candidate inner, Candidate tool) {
    MethodRef dispatch = tool.method().ref();
    return graph.callersOf(inner.method().ref()).stream()
        .filter(caller -> !index.isSubtype(caller.owner(), inner.type().name()))
        .anyMatch(
            caller -> !graph.leadingTo(Set.of(caller), Ranking.MAX_DEPTH).containsKey(dispatch));
  }

  private boolean overrides(Candidate one, Candidate other) {
    return index.isSubtype(one.type().name(), other.type().name())
        && one.method().ref().in(other.type().name()).equals(other.method().ref());
  }

  private boolean isSeparatePath(Candidate tool, List<Candidate> chosen) {
    return takeSameCall(tool, chosen.get(0))
        && chosen.stream()
            .noneMatch(
                other ->
                    other.equals(tool)
                        || (areOnOnePath(tool, other) && !overrideSame(tool, other)));
  }

  /** Returns the run of a tool's calls. Empty if the calls identify their run themselves. */
  private Optional<Candidate> run(Candidate tool) {
    return eligible(TargetKind.RUN).stream()
        .filter(each -> each.session().isEmpty())
        .filter(each -> !tool.identifiesRun() && leadsTo(each, tool))
        .findFirst();
  }

  /**
   * Returns the steps of runs over which no method loops, except those on a path with the run.
   * Their sessions are of one type.
   */
  private Stream<Candidate> steps(Optional<Candidate> run) {
    List<Candidate> steps =
        eligible(TargetKind.RUN).stream()
            .filter(each -> !each.session().isEmpty())
            .filter(each -> run.stream().noneMatch(other -> areOnOnePath(each.ref(), other.ref())))
            .toList();
    return steps.stream()
        .filter(each -> RunObjects.type(each).equals(RunObjects.type(steps.get(0))));
  }

  /**
   * Returns the turn nearest to the run, because it is called once per request. Without a run,
   * returns the first turn of a model interface.
   */
  private Optional<Candidate> turn(Optional<Candidate> run) {
    List<Candidate> turns = eligible(TargetKind.TURN);
    return run.isEmpty()
        ? turns.stream().filter(TargetSelection::isModelInterface).findFirst()
        : turns.stream()
            .filter(each -> leadsTo(run.get(), each))
            .min(Comparator.comparingInt(each -> callsBetween(run.get(), each)));
  }

  /** Returns whether a turn is an interface method whose result has token counts. */
  private static boolean isModelInterface(Candidate turn) {
    return turn.type().isInterface() && turn.readings().containsKey("input_tokens");
  }

  /** Returns the best candidates of a kind that may be in force, up to the first guarded one. */
  private List<Candidate> eligible(TargetKind kind) {
    List<Candidate> best =
        ranked.stream().filter(each -> each.kind() == kind).limit(MAX_CANDIDATES).toList();
    int least =
        best.stream().filter(each -> !each.isEligible()).mapToInt(Candidate::score).max().orElse(0)
            - MAX_SCORE_GAP;
    return best.stream()
        .takeWhile(isGuarded.negate())
        .filter(each -> each.isEligible() && each.score() >= least)
        .toList();
  }

  /**
   * Returns the nearest method to which the candidate and others that are not in force lead,
   * because the candidate then sees only a part of the calls. Or one called for the same calls
   * whose outcome can be read, because whole results may differ by an id. Or else the candidate.
   */
  private Candidate sharedDispatch(Candidate outer) {
    Optional<Candidate> inner =
        tools.stream()
            .filter(each -> !each.equals(outer) && leadsTo(outer, each))
            .filter(
                each ->
                    (hasOtherPaths(each, outer) || readsMoreOfSameCalls(each, outer))
                        && index.seen().leadTo(bodies(outer), bodies(each)))
            .min(Comparator.comparingInt(each -> callsBetween(outer, each)));
    inner.ifPresent(
        each ->
            each.explain(
                hasOtherPaths(each, outer)
                    ? "is reached from " + outer.title() + " and others"
                    : "shows the outcome of the calls of " + outer.title(),
                true));
    return inner.orElse(outer);
  }

  private boolean readsMoreOfSameCalls(Candidate inner, Candidate outer) {
    return inner.readsOutcome()
        && !outer.readsOutcome()
        && index.seen().arePartOf(bodies(inner), bodies(outer));
  }

  private Set<MethodRef> bodies(Candidate candidate) {
    return index.bodies(candidate.ref());
  }

  private boolean hasOtherPaths(Candidate inner, Candidate outer) {
    return (inner.type().equals(outer.type()) && inner.method().isGuardable())
        ? graph.callersOf(inner.ref()).size() > 1
        : ranked.stream()
            .filter(each -> each.kind() == TargetKind.TOOL && !each.isEligible())
            .filter(each -> each.score() >= Candidate.MIN_TOOL_SCORE && takeSameCall(each, inner))
            .anyMatch(each -> leadsTo(each, inner) && !areOnOnePath(each, outer));
  }

  /**
   * Returns the outermost method that is the only path to the given one and sees each call once.
   * Retries and interceptors in between are then part of the call.
   */
  private Candidate outermost(Candidate inner) {
    Set<MethodRef> callers = new HashSet<>(graph.callersOf(inner.ref()));
    callers.remove(inner.ref());
    Optional<Candidate> outer =
        tools.stream()
            .filter(each -> callers.equals(Set.of(each.ref())))
            .filter(each -> takeSameCall(each, inner) && !isPublicEntryPoint(inner, each))
            .findFirst();
    outer.ifPresent(each -> each.explain("is the only path to " + inner.title(), true));
    return outer.map(this::outermost).orElse(inner);
  }

  /**
   * Returns a decorator's method that identifies the run of the calls it forwards, or the given
   * method if it does so itself or has no such decorator.
   */
  private Candidate decorator(Candidate dispatch) {
    Optional<Candidate> outer =
        tools.stream()
            .filter(each -> each.identifiesRun() && !dispatch.identifiesRun())
            .filter(each -> takeSameCall(each, dispatch) && leadsTo(each, dispatch))
            .filter(each -> wraps(each.type(), dispatch.type()))
            .min(Comparator.comparingInt(each -> callsBetween(each, dispatch)));
    outer.ifPresent(
        each ->
            each.explain(
                "forwards calls to " + dispatch.title() + " and identifies their run", true));
    return outer.orElse(dispatch);
  }

  /** Returns whether the decorator has a field of an interface that both types implement. */
  private boolean wraps(TypeModel decorator, TypeModel decorated) {
    return decorator.fields().stream()
        .map(field -> Type.getType(field.desc))
        .filter(type -> type.getSort() == Type.OBJECT)
        .map(Type::getInternalName)
        .anyMatch(
            type ->
                index.isSubtype(decorator.name(), type) && index.isSubtype(decorated.name(), type));
  }

  /** Returns whether an application may call the inner method without the outer one. */
  private static boolean isPublicEntryPoint(Candidate inner, Candidate outer) {
    return !inner.type().equals(outer.type())
        && Modifier.isPublic(inner.type().access())
        && Modifier.isPublic(inner.method().access());
  }

  private boolean areOnOnePath(Candidate one, Candidate other) {
    return leadsTo(one, other) || leadsTo(other, one);
  }

  private boolean areOnOnePath(MethodRef one, MethodRef other) {
    return graph.leadingWithLambdas(Set.of(one), RunObjects.MAX_CALLS, Set.of()).containsKey(other)
        || graph.leadingWithLambdas(Set.of(other), RunObjects.MAX_CALLS, Set.of()).containsKey(one);
  }

  private boolean leadsTo(Candidate from, Candidate to) {
    return callsBetween(from, to) < UNREACHABLE;
  }

  private int callsBetween(Candidate from, Candidate to) {
    Map<MethodRef, Integer> leading = graph.leadingTo(Set.of(to.ref()), Ranking.MAX_DEPTH);
    MethodRef method = from.ref();
    return Stream.concat(Stream.of(method), bodies(from).stream())
        .mapToInt(each -> leading.getOrDefault(each, UNREACHABLE))
        .min()
        .orElse(UNREACHABLE);
  }

  /** Returns whether both take calls of the same type, or override the same method. */
  private boolean takeSameCall(Candidate one, Candidate other) {
    return one.call() != null
        && other.call() != null
        && (!Collections.disjoint(one.call().types(), other.call().types())
            || overrideSame(one, other));
  }

  private boolean overrideSame(Candidate one, Candidate other) {
    return !one.type().equals(other.type())
        && !Collections.disjoint(overridden(one), overridden(other));
  }

  /** Returns the names of overridden methods, not descriptors: overloads call each other. */
  private Set<String> overridden(Candidate candidate) {
    return index
        .overridden(candidate.ref())
        .map(method -> method.owner() + "." + method.name())
        .collect(Collectors.toSet());
  }
}
