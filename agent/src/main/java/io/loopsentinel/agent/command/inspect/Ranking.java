package io.loopsentinel.agent.command.inspect;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ranks the methods of a whole application.
 *
 * <p>Each method is first judged by itself. Then the call graph adds what only the whole can tell:
 * who asks the model, and who dispatches tools in between.
 */
record Ranking(TypeIndex index, CallGraph graph) {

  /** How far away what a method leads to may be, in calls. */
  private static final int DEPTH = 5;

  /** How many of the best are taken for what they seem to be when others are judged by them. */
  private static final int BEST = 10;

  private static final int MOST_TURN_MARKERS = 3;
  private static final int LEAST_SCORE = 10;

  /** Returns all candidates with a score worth telling, the best of each kind first. */
  List<Candidate> rank() {
    List<Candidate> byThemselves = withoutOverrides(ranked(all(new ToolFinder(index)::find)));
    List<Candidate> turns = ranked(turns(leadingToBest(byThemselves).keySet()));
    Map<MethodRef, Integer> toModel = leadingToBest(turns);
    byThemselves.forEach(tool -> addContext(tool, toModel));
    List<Candidate> tools = ranked(byThemselves.stream());
    RunFinder runs = new RunFinder(graph, new Sources(index), leadingToBest(tools), toModel);
    return Stream.of(tools, turns, ranked(all(runs::find))).flatMap(Collection::stream).toList();
  }

  private Stream<Candidate> all(Function<TypeModel, List<Candidate>> finder) {
    return index.all().stream().flatMap(type -> finder.apply(type).stream());
  }

  /** What leads to a tool is more than one turn. */
  private Stream<Candidate> turns(Set<MethodRef> toTools) {
    Map<MethodRef, Integer> toHttp = leadingTo(MethodBody::usesHttp, 4);
    Map<MethodRef, Integer> toMarkers =
        leadingTo(
            body -> body.markers().stream().filter(Markers::isOfTurns).count() >= MOST_TURN_MARKERS,
            3);
    return all(new TurnFinder(index)::find)
        .peek(
            turn -> {
              MethodRef ref = turn.method().ref();
              turn.add(10, "leads to a request over HTTP", toHttp.getOrDefault(ref, 0) > 0);
              turn.add(
                  8, "leads to texts of requests to models", toMarkers.getOrDefault(ref, 0) > 0);
              turn.add(6, "is called in a loop", graph.isCalledInLoop(ref));
              turn.add(-30, "leads to tools, too", toTools.contains(ref));
            });
  }

  private void addContext(Candidate tool, Map<MethodRef, Integer> toModel) {
    MethodRef ref = tool.method().ref();
    boolean asks = toModel.containsKey(ref);
    boolean isOnWay =
        !asks && graph.leadingTo(Set.of(ref), 3).keySet().stream().anyMatch(toModel::containsKey);
    tool.add(8, "is called in a loop", graph.isCalledInLoop(ref));
    tool.add(14, "is called on the way of what asks a model", isOnWay);
    tool.add(-14, "asks a model itself", asks);
  }

  /** An interface's method stands for those that implement it. */
  private List<Candidate> withoutOverrides(List<Candidate> tools) {
    Set<MethodRef> refs = refs(tools.stream());
    return tools.stream()
        .filter(tool -> !overridesOneOf(tool, refs))
        .filter(
            tool ->
                !tool.method().isAbstract()
                    || index.subtypes(tool.type().name()).findAny().isPresent())
        .toList();
  }

  private boolean overridesOneOf(Candidate tool, Set<MethodRef> refs) {
    return !tool.method().isStatic()
        && !tool.method().isPrivate()
        && index.hierarchy(tool.type().name()).stream()
            .skip(1)
            .anyMatch(ancestor -> refs.contains(tool.method().ref().in(ancestor.name())));
  }

  private Map<MethodRef, Integer> leadingTo(Predicate<MethodBody> condition, int depth) {
    return graph.leadingTo(
        index
            .methods()
            .filter(method -> condition.test(method.body()))
            .map(MethodModel::ref)
            .toList(),
        depth);
  }

  private Map<MethodRef, Integer> leadingToBest(List<Candidate> ranked) {
    return graph.leadingTo(refs(ranked.stream().limit(BEST)), DEPTH);
  }

  private static List<Candidate> ranked(Stream<Candidate> candidates) {
    return candidates
        .filter(candidate -> candidate.score() >= LEAST_SCORE)
        .sorted(Candidate.BEST_FIRST)
        .toList();
  }

  private static Set<MethodRef> refs(Stream<Candidate> candidates) {
    return candidates.map(candidate -> candidate.method().ref()).collect(Collectors.toSet());
  }
}
