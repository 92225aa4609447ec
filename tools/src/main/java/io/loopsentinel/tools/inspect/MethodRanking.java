package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.tools.inspect.RankedMethod.Names;
import io.loopsentinel.tools.support.FrameworkPackages;
import io.loopsentinel.tools.support.Libraries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Ranks the methods of an application: by names and shapes, then by the call graph, which shows the
 * methods that ask the model and those that dispatch tools in between.
 */
final class MethodRanking {

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

  private static final Names TOOL = new Names("tools", Words.TOOL_VERBS, Words.TOOL_NOUNS);
  private static final Names TURN = new Names("models", Words.TURN_VERBS, Words.TURN_NOUNS);
  private static final Names RUN = new Names("agents", Words.RUN_VERBS, Words.RUN_NOUNS);
  private static final Set<String> TOKENS = Set.of("token", "tokens");
  private static final Set<String> SEVERAL = Set.of("calls", "tools", "functions", "actions");

  private final ClassScan scan;
  private final CallIndex calls;
  private final List<ScannedType> types;

  /**
   * Creates a ranking.
   *
   * @param frameworks the packages whose methods are left out, because profiles guard them
   */
  MethodRanking(ClassScan scan, Optional<FrameworkPackages> frameworks) {
    this.scan = scan;
    this.calls = new CallIndex(scan);
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
    Set<MethodRef> toTools = leadingTo(tools, MAX_DEPTH).keySet();
    Map<MethodRef, Integer> toHttp =
        calls.leadingTo(methods(ScannedMethod::sends), MAX_CALLS_TO_HTTP);
    List<RankedMethod> turns = rate((type, method) -> rateTurn(type, method, toHttp, toTools));
    Map<MethodRef, Integer> toModel = leadingTo(turns, MAX_DEPTH);
    Set<String> requested = typesOfResponses(turns);
    tools.stream()
        .limit(MAX_EXAMINED)
        .forEach(tool -> addContext(tool, toModel.keySet(), requested));
    List<RankedMethod> bestTools = best(tools);
    Map<MethodRef, Integer> toBest = leadingTo(bestTools, MAX_DEPTH);
    Set<MethodRef> looped = calls.declaredAs(toBest.keySet());
    Set<MethodRef> asked = calls.declaredAs(toModel.keySet());
    List<RankedMethod> runs =
        rate(
            (type, method) ->
                rateRun(type, method, distance(method.ref(), toBest, toModel))
                    .map(run -> addLoop(run, looped, asked)));
    return Stream.of(bestTools, turns, runs).flatMap(Collection::stream).toList();
  }

  private interface Rater {
    Optional<RankedMethod> rate(ScannedType type, ScannedMethod method);
  }

  private List<RankedMethod> rate(Rater rater) {
    List<RankedMethod> found = new ArrayList<>();
    for (ScannedType type : types) {
      for (ScannedMethod method : type.methods()) {
        if (!method.isGenerated() && !method.isConstructor() && !method.name().equals("<clinit>")) {
          rater.rate(type, method).ifPresent(found::add);
        }
      }
    }
    return best(found);
  }

  private static List<RankedMethod> best(List<RankedMethod> found) {
    return found.stream()
        .filter(each -> each.score() >= MIN_SCORE)
        .sorted(RankedMethod.BEST_FIRST)
        .toList();
  }

  private Map<MethodRef, Integer> leadingTo(List<RankedMethod> ranked, int depth) {
    int best = ranked.isEmpty() ? 0 : ranked.get(0).score();
    return calls.leadingTo(
        ranked.stream()
            .limit(MAX_TRUSTED)
            .filter(each -> each.score() * 2 >= best)
            .map(RankedMethod::ref)
            .toList(),
        depth);
  }

  private List<MethodRef> methods(Predicate<ScannedMethod> wanted) {
    return scan.types().stream()
        .flatMap(type -> type.methods().stream())
        .filter(wanted)
        .map(ScannedMethod::ref)
        .toList();
  }

  private Optional<RankedMethod> rateTool(ScannedType type, ScannedMethod method) {
    if (method.isAbstract() && !type.isInterface()) {
      return Optional.empty();
    }
    return ToolCallShape.of(type, method, scan).map(shape -> rateTool(type, method, shape));
  }

  private RankedMethod rateTool(ScannedType type, ScannedMethod method, ToolCallShape shape) {
    RankedMethod tool = new RankedMethod(TargetKind.TOOL, type, method);
    tool.expressions().put("tool", shape.tool());
    tool.expressions().put("args", shape.args());
    tool.setHolder(shape.holder());
    String found = "takes a possible tool name (%s) and arguments (%s)";
    tool.add(shape.rating(), found.formatted(shape.tool(), shape.args()), true);
    tool.add(12, "looks something up in a Map", method.looksUp());
    tool.add(10, "calls a function, or a method by reflection", method.reflects());
    tool.addNames(TOOL);
    addTexts(tool, Markers::isOfTools);
    boolean complains = method.markers().contains(Markers.TOOL_COMPLAINT);
    tool.add(12, "contains " + Markers.TOOL_COMPLAINT, complains);
    rateResult(tool);
    tool.add(-14, "is about several calls", method.words().any(SEVERAL));
    boolean isIdle = method.calls().isEmpty() && !method.reflects() && !method.looksUp();
    tool.add(-20, "calls nothing outside the JDK", isIdle && !method.isAbstract());
    tool.add(-2, "has no body, so all implementations would be guarded", method.isAbstract());
    return tool;
  }

  private void rateResult(RankedMethod tool) {
    String result = tool.method().returns();
    ScannedType built = scan.find(result);
    if (Kinds.isText(result) || Kinds.isLater(result)) {
      tool.add(6, "returns a text, or a result that arrives later", true);
    } else if (built != null) {
      boolean isOwn = result.equals(tool.type().name());
      tool.add(4, "its result can be built from a text", built.isBuiltFromText() && !isOwn);
      tool.add(-16, "returns its own class", isOwn);
    } else if (!Kinds.mayBeResult(result)) {
      tool.add(-20, "returns nothing that a model could read", true);
    }
  }

  private static void addTexts(RankedMethod method, Predicate<String> kind) {
    long own = method.method().markers().stream().filter(kind).count();
    long all = method.type().markers().stream().filter(kind).count();
    int shown = (int) Math.min(MAX_TEXTS, own);
    method.add(3 * shown, "contains texts of requests to models", own > 0);
    method.add(4, "its class contains texts of requests to models", own == 0 && all > 0);
  }

  private Optional<RankedMethod> rateTurn(
      ScannedType type,
      ScannedMethod method,
      Map<MethodRef, Integer> toHttp,
      Set<MethodRef> toTools) {
    String result = method.returns();
    ScannedType response = scan.find(result);
    if (method.parameters().isEmpty()
        || (response == null && !Kinds.mayBeResult(result))
        || (method.isAbstract() && !type.isInterface())) {
      return Optional.empty();
    }
    RankedMethod turn = new RankedMethod(TargetKind.TURN, type, method);
    turn.addNames(TURN);
    addTexts(turn, Markers::isOfTurns);
    turn.add(12, "uses an HTTP client", method.sends());
    boolean leads = !method.sends() && toHttp.containsKey(method.ref());
    turn.add(10, "leads to an HTTP request", leads);
    turn.add(6, "takes a list", method.parameters().contains("java/util/List"));
    turn.add(6, "is called in a loop", calls.isCalledInLoop(method.ref()));
    turn.add(-30, "also leads to tools", toTools.contains(method.ref()));
    if (response != null) {
      turn.add(-8, "returns its own class", result.equals(type.name()));
      boolean hasTokens =
          response.members().keySet().stream().anyMatch(name -> Words.of(name).any(TOKENS));
      turn.add(16, "its result has token counts", hasTokens);
      boolean hasText = response.members().values().stream().anyMatch(Kinds::isText);
      turn.add(6, "its result has a text", hasText);
    }
    turn.add(-4, "has no body, so all implementations would be guarded", method.isAbstract());
    return Optional.of(turn);
  }

  /** Returns the types of the values in the responses of the model. */
  private Set<String> typesOfResponses(List<RankedMethod> turns) {
    Set<String> found = new HashSet<>();
    for (RankedMethod turn : turns.subList(0, Math.min(MAX_TRUSTED, turns.size()))) {
      for (ScannedType response : scan.known(List.of(turn.method().returns()))) {
        found.add(response.name());
        for (ScannedType part : scan.known(response.mentioned())) {
          found.add(part.name());
          found.addAll(part.mentioned());
        }
      }
    }
    return found;
  }

  private void addContext(RankedMethod tool, Set<MethodRef> toModel, Set<String> requested) {
    MethodRef ref = tool.ref();
    boolean asks = toModel.contains(ref);
    tool.add(8, "is called in a loop", calls.isCalledInLoop(ref));
    tool.add(14, "takes a value from a model's response", requested.contains(tool.holder()));
    boolean isBetween =
        !asks
            && calls.leadingTo(List.of(ref), MAX_CALLS_TO_RUN).keySet().stream()
                .anyMatch(toModel::contains);
    tool.add(14, "is called by code that calls a model", isBetween);
    tool.add(-14, "calls a model itself", asks);
  }

  /** Returns the number of calls to a tool and to the model; 0 if it does not lead to both. */
  private static int distance(
      MethodRef method, Map<MethodRef, Integer> toTools, Map<MethodRef, Integer> toModel) {
    int tools = toTools.getOrDefault(method, 0);
    int model = toModel.getOrDefault(method, 0);
    return tools == 0 || model == 0 ? 0 : tools + model;
  }

  private static Optional<RankedMethod> rateRun(
      ScannedType type, ScannedMethod method, int distance) {
    if (distance == 0 || method.isAbstract()) {
      return Optional.empty();
    }
    RankedMethod run = new RankedMethod(TargetKind.RUN, type, method);
    run.add(28 - 2 * distance, "leads to the model and its tools in " + distance + " calls", true);
    run.add(6, "is public", method.isPublic());
    run.add(6, "takes a text", method.parameters().contains(Kinds.TEXT));
    run.add(4, "returns something", !method.returns().equals("V"));
    run.addNames(RUN);
    boolean isMain = method.isStatic() && method.name().equals("main");
    run.add(-20, "is the main method of a program, which may contain many runs", isMain);
    return Optional.of(run);
  }

  private RankedMethod addLoop(RankedMethod run, Set<MethodRef> toTools, Set<MethodRef> toModel) {
    Set<MethodRef> looped = new HashSet<>();
    run.method().callsInLoop().forEach(call -> looped.add(calls.declaration(call)));
    boolean loops =
        !Collections.disjoint(looped, toTools) && !Collections.disjoint(looped, toModel);
    run.add(30, "calls the model and its tools in one loop", loops);
    return run;
  }
}
