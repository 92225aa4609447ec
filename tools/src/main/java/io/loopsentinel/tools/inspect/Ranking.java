package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.tools.support.FrameworkPackages;
import io.loopsentinel.tools.support.Libraries;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;

/**
 * Ranks the methods of an application: by names and shapes, then by the call graph, which shows the
 * methods that ask the model and those that dispatch tools in between.
 */
final class Ranking {

  private static final int MIN_SCORE = 10;

  /** Number of top candidates that are evidence for other methods. */
  private static final int MAX_TRUSTED = 10;

  /** Number of top candidates for tools whose callers are searched. */
  private static final int MAX_EXAMINED = 100;

  /** Maximum number of calls from a method to another one to which it leads. */
  private static final int MAX_DEPTH = 5;

  private static final int MAX_CALLS_TO_HTTP = 4;
  private static final int MAX_CALLS_TO_RUN = 3;
  private static final int MAX_TEXTS = 4;
  private static final Set<String> TOKENS = Set.of("token", "tokens");
  private static final Set<String> SEVERAL = Set.of("calls", "tools", "functions", "actions");

  private final ClassScan scan;
  private final CallGraph graph;
  private final List<ScannedType> types;

  /**
   * Creates a ranking.
   *
   * @param frameworks the packages whose methods are left out, because profiles guard them
   */
  Ranking(ClassScan scan, Optional<FrameworkPackages> frameworks) {
    this.scan = scan;
    this.graph = new CallGraph(scan);
    this.types =
        scan.types().stream()
            .filter(type -> !Libraries.contain(type.name()))
            .filter(
                type ->
                    frameworks.map(all -> all.profileOf(type.binaryName()) == null).orElse(true))
            .toList();
  }

  /** Returns all methods with a sufficient score, those of each kind with the best one first. */
  List<RankedMethod> rank() {
    List<RankedMethod> tools = rate(this::rateTool);
    List<MethodRef> sending =
        scan.types().stream()
            .flatMap(type -> type.methods().stream())
            .filter(ScannedMethod::sends)
            .map(ScannedMethod::ref)
            .toList();
    Set<MethodRef> toHttp = graph.leadingTo(sending, MAX_CALLS_TO_HTTP).keySet();
    Set<MethodRef> toTools = leadingTo(tools).keySet();
    List<RankedMethod> turns = rate((type, method) -> rateTurn(type, method, toHttp, toTools));
    Map<MethodRef, Integer> toModel = leadingTo(turns);
    Set<String> requested = typesOfResponses(turns);
    tools.stream()
        .limit(MAX_EXAMINED)
        .forEach(tool -> addContext(tool, toModel.keySet(), requested));
    List<RankedMethod> dispatch = best(tools.stream());
    Map<MethodRef, Integer> toDispatch = leadingTo(dispatch);
    List<RankedMethod> runs = rate((type, method) -> rateRun(type, method, toDispatch, toModel));
    return Stream.of(dispatch, turns, runs).flatMap(Collection::stream).toList();
  }

  private List<RankedMethod> rate(
      BiFunction<ScannedType, ScannedMethod, Optional<RankedMethod>> rater) {
    return best(
        types.stream()
            .flatMap(
                type ->
                    type.methods().stream()
                        .filter(ScannedMethod::isDeclaredInSource)
                        .filter(method -> !method.isAbstract() || type.isInterface())
                        .flatMap(method -> rater.apply(type, method).stream())));
  }

  private static List<RankedMethod> best(Stream<RankedMethod> found) {
    return found.filter(each -> each.score() >= MIN_SCORE).sorted(RankedMethod.BEST_FIRST).toList();
  }

  private Map<MethodRef, Integer> leadingTo(List<RankedMethod> ranked) {
    List<MethodRef> trusted =
        ranked.stream()
            .limit(MAX_TRUSTED)
            .filter(each -> each.score() * 2 >= ranked.get(0).score())
            .map(each -> each.method().ref())
            .toList();
    return graph.leadingTo(trusted, MAX_DEPTH);
  }

  private Optional<RankedMethod> rateTool(ScannedType type, ScannedMethod method) {
    Optional<ToolCallShape> shape = ToolCallShape.of(type, method, scan);
    return shape.map(
        found -> {
          RankedMethod tool = new RankedMethod(TargetKind.TOOL, type, method, shape);
          String values = "takes a possible tool name (%s) and arguments (%s)";
          tool.add(found.rating(), values.formatted(found.tool(), found.args()), true);
          tool.add(12, "looks something up in a Map", method.looksUp());
          tool.add(10, "calls a function, or a method by reflection", method.reflects());
          tool.addNames(Words.TOOL_VERBS, Words.TOOL_NOUNS);
          addTexts(tool, Markers::isOfTools);
          boolean complains = method.markers().contains(Markers.TOOL_COMPLAINT);
          tool.add(12, "contains " + Markers.TOOL_COMPLAINT, complains);
          tool.add(-14, "is about several calls", method.words().any(SEVERAL));
          boolean isIdle = method.calls().isEmpty() && !method.reflects() && !method.looksUp();
          tool.add(-20, "calls nothing outside the JDK", isIdle && !method.isAbstract());
          addResult(tool);
          return tool;
        });
  }

  private void addResult(RankedMethod tool) {
    String result = tool.method().returns();
    ScannedType built = scan.find(result);
    boolean isOwn = result.equals(tool.type().name());
    tool.add(6, "returns a text, an object or a later result", Kinds.mayBeResult(result));
    boolean isBuilt = built != null && built.isBuiltFromText();
    tool.add(6, "its result can be built from a text", isBuilt && !isOwn);
    tool.add(-16, "returns its own class", isOwn);
    boolean isOther = built == null && !Kinds.mayBeResult(result);
    tool.add(-20, "returns nothing that a model could read", isOther);
    boolean hasNoBody = tool.method().isAbstract();
    tool.add(-2, "has no body, so all implementations would be guarded", hasNoBody);
  }

  private static void addTexts(RankedMethod method, Predicate<String> kind) {
    int own = (int) method.method().markers().stream().filter(kind).count();
    boolean ofOthers =
        method.type().methods().stream().anyMatch(each -> each.markers().stream().anyMatch(kind));
    String texts = "contains texts of requests to models";
    method.add(3 * Math.min(MAX_TEXTS, own), texts, true);
    method.add(4, "its class " + texts, own == 0 && ofOthers);
  }

  private Optional<RankedMethod> rateTurn(
      ScannedType type, ScannedMethod method, Set<MethodRef> toHttp, Set<MethodRef> toTools) {
    String result = method.returns();
    ScannedType response = scan.find(result);
    if (method.parameters().isEmpty() || (response == null && !Kinds.mayBeResult(result))) {
      return Optional.empty();
    }
    RankedMethod turn = new RankedMethod(TargetKind.TURN, type, method, Optional.empty());
    turn.addNames(Words.TURN_VERBS, Words.TURN_NOUNS);
    addTexts(turn, Markers::isOfTurns);
    turn.add(12, "uses an HTTP client", method.sends());
    turn.add(10, "leads to an HTTP request", toHttp.contains(method.ref()) && !method.sends());
    turn.add(6, "takes a list", method.parameters().contains("java/util/List"));
    turn.add(6, "is called in a loop", graph.isCalledInLoop(method.ref()));
    turn.add(-30, "also leads to tools", toTools.contains(method.ref()));
    Map<String, String> members = response == null ? Map.of() : response.members();
    boolean hasTokens = members.keySet().stream().anyMatch(name -> Words.of(name).any(TOKENS));
    turn.add(16, "its result has token counts", hasTokens);
    turn.add(6, "its result has a text", members.containsValue(Kinds.TEXT));
    turn.add(-8, "returns its own class", result.equals(type.name()));
    turn.add(-4, "has no body, so all implementations would be guarded", method.isAbstract());
    return Optional.of(turn);
  }

  /** Returns the types of the values in the responses of the model. */
  private Set<String> typesOfResponses(List<RankedMethod> turns) {
    Set<String> found =
        turns.stream()
            .limit(MAX_TRUSTED)
            .map(turn -> turn.method().returns())
            .collect(Collectors.toSet());
    for (int depth = 0; depth < 2; depth++) {
      scan.known(Set.copyOf(found)).forEach(type -> found.addAll(type.mentioned()));
    }
    return found;
  }

  private void addContext(RankedMethod tool, Set<MethodRef> toModel, Set<String> requested) {
    MethodRef ref = tool.method().ref();
    boolean asks = toModel.contains(ref);
    boolean isRequested =
        tool.shape().map(ToolCallShape::holder).filter(requested::contains).isPresent();
    Set<MethodRef> callers = graph.leadingTo(List.of(ref), MAX_CALLS_TO_RUN).keySet();
    boolean isBetween = !asks && !Collections.disjoint(callers, toModel);
    tool.add(8, "is called in a loop", graph.isCalledInLoop(ref));
    tool.add(14, "takes a value from a model's response", isRequested);
    tool.add(14, "is called by code that calls a model", isBetween);
    tool.add(-14, "calls a model itself", asks);
  }

  private Optional<RankedMethod> rateRun(
      ScannedType type,
      ScannedMethod method,
      Map<MethodRef, Integer> toTools,
      Map<MethodRef, Integer> toModel) {
    int tools = toTools.getOrDefault(method.ref(), 0);
    int model = toModel.getOrDefault(method.ref(), 0);
    if (tools == 0 || model == 0) {
      return Optional.empty();
    }
    RankedMethod run = new RankedMethod(TargetKind.RUN, type, method, Optional.empty());
    int calls = tools + model;
    run.add(28 - 2 * calls, "leads to the model and its tools in " + calls + " calls", true);
    Set<MethodRef> looped = new HashSet<>();
    method.callsInLoop().forEach(call -> looped.addAll(graph.callees(call)));
    boolean loops =
        !Collections.disjoint(looped, toTools.keySet())
            && !Collections.disjoint(looped, toModel.keySet());
    run.add(30, "calls the model and its tools in one loop", loops);
    run.add(6, "is public", method.has(Opcodes.ACC_PUBLIC));
    run.add(6, "takes a text", method.parameters().contains(Kinds.TEXT));
    run.add(4, "returns something", !method.returns().equals("V"));
    run.addNames(Words.RUN_VERBS, Words.RUN_NOUNS);
    boolean isMain = method.has(Opcodes.ACC_STATIC) && method.name().equals("main");
    run.add(-20, "is the main method of a program, which may contain many runs", isMain);
    return Optional.of(run);
  }
}
