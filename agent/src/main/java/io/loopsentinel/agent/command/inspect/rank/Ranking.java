package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.Markers;
import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.MethodRef;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Ranks the methods of a whole application.
 *
 * <p>Each method is first judged by itself. Then the call graph adds what only the whole can tell:
 * who asks the model, and who dispatches tools in between.
 */
public final class Ranking {

  /** How far away what a method leads to may be, in calls. */
  private static final int DEPTH = 5;

  /** How many of the best are taken for what they seem to be when others are judged by them. */
  private static final int BEST = 10;

  private static final int MOST_TURN_MARKERS = 3;
  private static final int LEAST_SCORE = 10;

  private final TypeIndex index;
  private final CallGraph graph;

  /** Creates a ranking of all types that an index holds. */
  public Ranking(TypeIndex index) {
    this.index = index;
    this.graph = new CallGraph(index);
  }

  /** Returns all candidates with a score worth telling, the best of each kind first. */
  public List<Candidate> rank() {
    ToolFinder finder = new ToolFinder(index);
    List<Candidate> tools = new ArrayList<>();
    index.all().forEach(type -> tools.addAll(finder.find(type)));
    return rank(overridden(bestOf(tools)));
  }

  private List<Candidate> rank(List<Candidate> byThemselves) {
    List<Candidate> turns = bestOf(turns(refs(best(byThemselves))));
    Map<MethodRef, Integer> toModel = graph.leadingTo(refs(best(turns)), DEPTH);
    List<Candidate> tools =
        bestOf(byThemselves.stream().map(tool -> tool.and(inContext(tool, toModel))).toList());
    Map<MethodRef, Integer> toTools = graph.leadingTo(refs(best(tools)), DEPTH);
    List<Candidate> runs = bestOf(new RunFinder(index, graph).find(toTools, toModel));
    List<Candidate> all = new ArrayList<>(tools);
    all.addAll(turns);
    all.addAll(runs);
    return all;
  }

  /** Returns the methods that lead to a method within some calls, itself among them. */
  public Set<MethodRef> leadingTo(MethodRef method, int calls) {
    return graph.leadingTo(Set.of(method), calls).keySet();
  }

  /** What leads to a tool is more than one turn. */
  private List<Candidate> turns(Set<MethodRef> tools) {
    Map<MethodRef, Integer> toTools = graph.leadingTo(tools, DEPTH);
    Map<MethodRef, Integer> toHttp = graph.leadingTo(methods(m -> m.body().usesHttp()), 4);
    Map<MethodRef, Integer> toMarkers =
        graph.leadingTo(
            methods(
                m ->
                    m.body().markers().stream().filter(Markers::isOfTurns).count()
                        >= MOST_TURN_MARKERS),
            3);
    TurnFinder finder = new TurnFinder(index);
    List<Candidate> found = new ArrayList<>();
    for (TypeModel type : index.all()) {
      for (Candidate turn : finder.find(type)) {
        MethodRef ref = turn.method().ref();
        Signals signals = new Signals();
        signals.add(toHttp.getOrDefault(ref, 0) > 0, 10, "leads to a request over HTTP");
        signals.add(toMarkers.getOrDefault(ref, 0) > 0, 8, "leads to texts of requests to models");
        signals.add(graph.isCalledInLoop(ref), 6, "is called in a loop");
        signals.add(toTools.containsKey(ref), -30, "leads to tools, too");
        found.add(turn.and(signals.all()));
      }
    }
    return found;
  }

  private List<Signal> inContext(Candidate tool, Map<MethodRef, Integer> toModel) {
    MethodRef ref = tool.method().ref();
    Signals signals = new Signals();
    signals.add(graph.isCalledInLoop(ref), 8, "is called in a loop");
    Set<MethodRef> above = graph.leadingTo(Set.of(ref), 3).keySet();
    signals.add(
        !toModel.containsKey(ref) && above.stream().anyMatch(toModel::containsKey),
        14,
        "is called on the way of what asks a model");
    signals.add(toModel.containsKey(ref), -14, "asks a model itself");
    return signals.all();
  }

  /** An interface's method stands for those that implement it. */
  private List<Candidate> overridden(List<Candidate> tools) {
    Set<MethodRef> candidates = refs(tools);
    return tools.stream()
        .filter(tool -> !overridesOneOf(tool.type().name(), tool.method(), candidates))
        .filter(
            tool ->
                !tool.method().isAbstract() || !index.directSubtypes(tool.type().name()).isEmpty())
        .toList();
  }

  private boolean overridesOneOf(String typeName, MethodModel method, Set<MethodRef> candidates) {
    TypeModel type = index.find(typeName);
    if (type == null || method.isStatic() || method.isPrivate()) {
      return false;
    }
    List<String> ancestors = new ArrayList<>(type.interfaces());
    if (type.superName() != null) {
      ancestors.add(type.superName());
    }
    return ancestors.stream()
        .anyMatch(
            ancestor ->
                candidates.contains(method.ref().in(ancestor))
                    || overridesOneOf(ancestor, method, candidates));
  }

  private Set<MethodRef> methods(Predicate<MethodModel> condition) {
    Set<MethodRef> found = new HashSet<>();
    for (TypeModel type : index.all()) {
      type.methods().stream().filter(condition).forEach(method -> found.add(method.ref()));
    }
    return found;
  }

  private static List<Candidate> bestOf(List<Candidate> candidates) {
    return candidates.stream()
        .filter(candidate -> candidate.score() >= LEAST_SCORE)
        .sorted(Candidate.BEST_FIRST)
        .toList();
  }

  private static List<Candidate> best(List<Candidate> ranked) {
    return ranked.subList(0, Math.min(BEST, ranked.size()));
  }

  private static Set<MethodRef> refs(List<Candidate> candidates) {
    Set<MethodRef> refs = new HashSet<>();
    candidates.forEach(candidate -> refs.add(candidate.method().ref()));
    return refs;
  }
}
