package io.loopsentinel.tools.inspect;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Type;

/**
 * Ranks the methods of an application.
 *
 * <p>Each method is first rated by itself. The call graph then shows which methods send requests to
 * the model and which dispatch tools in between.
 */
final class Ranking {

  /** Maximum number of calls between a method and another one to which it leads. */
  static final int MAX_DEPTH = 5;

  /** Number of top candidates that are trusted as evidence for other candidates. */
  private static final int MAX_TRUSTED = 10;

  /** Maximum number of calls from a method to a model request that counts as its own. */
  private static final int NEAR = 2;

  private static final Set<String> TURN_READINGS = Set.of("text", "input_tokens");

  private static final int MAX_CALL_TYPES = 20;

  /** Maximum number of calls from the dispatch to the call of the tool. */
  private static final int MAX_CALLS_TO_TOOL = 3;

  private static final int MIN_SCORE = 10;

  private final TypeIndex index;
  private final CallGraph graph;
  private final Responses responses;

  Ranking(CallGraph graph) {
    this.index = graph.index();
    this.graph = graph;
    this.responses = new Responses(index);
  }

  /** Returns all candidates with a sufficient score, the best of each kind first. */
  List<Candidate> rank() {
    List<Candidate> rated =
        withoutOverrides(ranked(candidates(new ToolFinder(index)::find))).stream()
            .filter(this::wasCalled)
            .toList();
    Set<String> callTypes =
        Stream.concat(
                index.all().stream().filter(ToolShape::isCall).map(TypeModel::name),
                rated.stream()
                    .limit(MAX_CALL_TYPES)
                    .flatMap(tool -> Stream.ofNullable(tool.call()))
                    .flatMap(call -> call.types().stream()))
            .collect(Collectors.toSet());
    List<Candidate> turns = ranked(turns(leadingToBest(rated).keySet(), callTypes));
    Map<MethodRef, Integer> toModel =
        leadingToBest(turns.stream().filter(turn -> mayRequestCalls(turn, callTypes)).toList());
    Map<MethodRef, Integer> toCalls = leadingTo(MethodBody::callsTools, MAX_CALLS_TO_TOOL);
    Set<MethodRef> ofModel = refs(rated.stream().filter(tool -> takesRequestedCall(tool, turns)));
    rated.forEach(tool -> addContext(tool, toModel, toCalls, ofModel));
    rated.forEach(new ResultExpressions(index)::addTo);
    rated.forEach(this::addObservations);
    rated.forEach(new JsonTexts(index)::addTo);
    List<Candidate> tools = ranked(rated.stream());
    List<Candidate> dispatch = tools.stream().filter(Candidate::isEligible).toList();
    List<Candidate> runs = new RunFinder(graph, leadingToBest(dispatch), toModel).find(index.all());
    runs.forEach(this::addObservations);
    List<Candidate> steps =
        new RunObjects(
                graph,
                refs(dispatch.stream().limit(MAX_TRUSTED)),
                refs(turns.stream().filter(Candidate::isSure).limit(MAX_TRUSTED)))
            .find();
    Stream<Candidate> others =
        runs.stream().filter(run -> steps.stream().noneMatch(step -> haveSameMethod(step, run)));
    return Stream.of(tools, turns, ranked(Stream.concat(steps.stream(), others)))
        .flatMap(Collection::stream)
        .toList();
  }

  private boolean wasCalled(Candidate candidate) {
    return index.seen().wereCalled(index.bodies(candidate.ref()));
  }

  private void addObservations(Candidate candidate) {
    index.seen().addTo(candidate, index.bodies(candidate.ref()));
  }

  private Stream<Candidate> candidates(Function<TypeModel, List<Candidate>> finder) {
    return index.all().stream().flatMap(type -> finder.apply(type).stream());
  }

  /** Returns the turns. Methods that lead to tools lose score: they make more than one turn. */
  private Stream<Candidate> turns(Set<MethodRef> toTools, Set<String> callTypes) {
    Map<MethodRef, Integer> toHttp = leadingTo(MethodBody::usesHttp, 4);
    return candidates(new TurnFinder(index)::find)
        .filter(turn -> asksModel(turn, toHttp) && wasCalled(turn))
        .peek(
            turn -> {
              MethodRef ref = turn.ref();
              turn.add(10, "leads to an HTTP request", toHttp.getOrDefault(ref, 0) > 0);
              turn.add(6, "is called in a loop", graph.isCalledInLoop(ref));
              turn.add(-30, "also leads to tools", toTools.contains(ref));
              boolean holdsCalls = responses.mayContain(Signatures.value(turn.method()), callTypes);
              turn.add(20, "its result may contain tool calls", holdsCalls);
              turn.doubt("its result contains no tool calls", !holdsCalls);
              turn.doubt("its result has neither a text nor token counts", !isResponse(turn));
              addObservations(turn);
            });
  }

  private void addContext(
      Candidate tool,
      Map<MethodRef, Integer> toModel,
      Map<MethodRef, Integer> toCalls,
      Set<MethodRef> ofModel) {
    MethodRef ref = tool.ref();
    boolean asks = toModel.containsKey(ref);
    boolean isOnWay =
        !asks
            && graph.leadingTo(Set.of(ref), MAX_DEPTH).keySet().stream()
                .anyMatch(toModel::containsKey);
    tool.add(8, "is called in a loop", graph.isCalledInLoop(ref));
    tool.add(14, "is called by code that calls a model", isOnWay);
    // At a greater distance, it is the tool that sends the request.
    tool.add(-14, "calls a model itself", asks && toModel.getOrDefault(ref, 0) <= NEAR);
    boolean isOfModel = ofModel.contains(ref);
    boolean isWithin = !Collections.disjoint(graph.leadingTo(Set.of(ref), 2).keySet(), ofModel);
    boolean callsTool = toCalls.containsKey(ref);
    tool.add(14, "takes a value from a model response", isOfModel);
    tool.add(8, "leads to a method that is looked up or called by reflection", callsTool);
    tool.doubt("nothing shows that a model requests its calls", !isWithin && !isOnWay);
    tool.doubt(
        "shows neither that it takes calls from a model nor that it calls a tool",
        !isOfModel && !callsTool && !tool.method().body().callsFunction());
  }

  /** Returns whether the result may contain tool calls, as objects or in a text or JSON. */
  private boolean mayRequestCalls(Candidate turn, Set<String> callTypes) {
    Type value = Signatures.value(turn.method());
    return Source.Kind.of(value) != Source.Kind.OTHER
        || (isResponse(turn) && responses.mayContain(value, callTypes));
  }

  private static boolean isResponse(Candidate turn) {
    return !Collections.disjoint(turn.readings().keySet(), TURN_READINGS);
  }

  private boolean takesRequestedCall(Candidate tool, List<Candidate> turns) {
    CallLocation call = tool.call();
    return call != null
        && turns.stream()
            .anyMatch(turn -> responses.mayContain(Signatures.value(turn.method()), call.types()));
  }

  /** Returns whether a model answers, and not a person or a computation. */
  private static boolean asksModel(Candidate turn, Map<MethodRef, Integer> toHttp) {
    MethodRef ref = turn.ref();
    return turn.readings().containsKey("input_tokens")
        || turn.type().words().any(Words.MODELS)
        || turn.method().words().any(Words.MODELS)
        || toHttp.containsKey(ref);
  }

  /**
   * Removes implementations of interface methods that are candidates themselves, unless some may
   * have side effects, or they identify their run and the interface method does not.
   */
  private List<Candidate> withoutOverrides(List<Candidate> tools) {
    Set<MethodRef> refs =
        refs(tools.stream().filter(each -> each.isSure() && !isSelfDecorating(each)));
    Set<MethodRef> ofRuns = refs(tools.stream().filter(Candidate::identifiesRun));
    return tools.stream()
        .filter(tool -> !overridesOneOf(tool, tool.identifiesRun() ? ofRuns : refs))
        .filter(
            tool ->
                !tool.method().isAbstract()
                    || index.subtypes(tool.type().name()).findAny().isPresent())
        .toList();
  }

  /** Returns whether the implementations call each other, like decorators. */
  private boolean isSelfDecorating(Candidate tool) {
    Set<MethodRef> methods = index.bodies(tool.ref());
    return index.seen().arePartOf(methods, methods);
  }

  private boolean overridesOneOf(Candidate tool, Set<MethodRef> refs) {
    return !tool.method().isStatic()
        && !tool.method().isPrivate()
        && index.overridden(tool.ref()).anyMatch(refs::contains);
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
    return graph.leadingTo(refs(ranked.stream().limit(MAX_TRUSTED)), MAX_DEPTH);
  }

  private static List<Candidate> ranked(Stream<Candidate> candidates) {
    return candidates
        .filter(candidate -> candidate.score() >= MIN_SCORE)
        .sorted(Candidate.BEST_FIRST)
        .toList();
  }

  private static boolean haveSameMethod(Candidate one, Candidate other) {
    return one.ref().equals(other.ref());
  }

  private static Set<MethodRef> refs(Stream<Candidate> candidates) {
    return candidates.map(candidate -> candidate.ref()).collect(Collectors.toSet());
  }
}
