package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.tools.support.FrameworkPackages;
import io.loopsentinel.tools.support.Libraries;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Ranks the methods of an application: by names and shapes, then by the call graph, which shows the
 * methods that ask the model and those that dispatch tools in between.
 */
final class Ranking {

  private static final int MIN_SCORE = 10;

  /** Number of top candidates that are evidence for other methods. */
  private static final int MAX_TRUSTED = 10;

  /** Maximum number of calls from a method to another one to which it leads. */
  private static final int MAX_DEPTH = 5;

  private static final int MAX_CALLS_TO_HTTP = 4;
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
    tools.forEach(
        tool -> tool.add(-14, "calls a model itself", toModel.containsKey(tool.method().ref())));
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
        ranked.stream().limit(MAX_TRUSTED).map(each -> each.method().ref()).toList();
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
          tool.add(12, "invokes a method by reflection", method.reflects());
          tool.add(8, "is called in a loop", graph.isCalledInLoop(method.ref()));
          tool.addNames(Words.TOOL_VERBS, Words.TOOL_NOUNS);
          tool.add(-14, "is about several calls", method.words().any(SEVERAL));
          return tool;
        });
  }

  private Optional<RankedMethod> rateTurn(
      ScannedType type, ScannedMethod method, Set<MethodRef> toHttp, Set<MethodRef> toTools) {
    String result = method.returns();
    ScannedType response = scan.find(result);
    if (method.parameters().isEmpty() || result.length() == 1) {
      return Optional.empty();
    }
    RankedMethod turn = new RankedMethod(TargetKind.TURN, type, method, Optional.empty());
    turn.addNames(Words.TURN_VERBS, Words.TURN_NOUNS);
    int texts = Math.min(MAX_TEXTS, method.texts().size());
    turn.add(3 * texts, "contains texts of requests to models", true);
    turn.add(12, "leads to an HTTP request", toHttp.contains(method.ref()));
    turn.add(6, "takes a list", method.parameters().contains("java/util/List"));
    turn.add(6, "is called in a loop", graph.isCalledInLoop(method.ref()));
    turn.add(-30, "also leads to tools", toTools.contains(method.ref()));
    Map<String, String> members = response == null ? Map.of() : response.members();
    boolean hasTokens = members.keySet().stream().anyMatch(name -> Words.of(name).any(TOKENS));
    turn.add(16, "its result has token counts", hasTokens);
    turn.add(6, "its result has a text", members.containsValue(ToolCallShape.TEXT));
    return Optional.of(turn);
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
    run.addNames(Words.RUN_VERBS, Words.RUN_NOUNS);
    return Optional.of(run);
  }
}
