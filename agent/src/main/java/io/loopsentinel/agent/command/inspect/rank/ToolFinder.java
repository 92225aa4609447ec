package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.Markers;
import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.config.TargetKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.objectweb.asm.Type;

/** Finds the methods of a type that look as if they dispatched one tool call. */
public final class ToolFinder {

  private final ToolShapes shapes;
  private final SessionSource sessions;

  /** Creates a finder that looks at one type at a time, and at the types that it names. */
  public ToolFinder(Types types) {
    this.shapes = new ToolShapes(types);
    this.sessions = new SessionSource(types);
  }

  /** Returns the candidates of a type. */
  public List<Candidate> find(TypeModel type) {
    List<Candidate> found = new ArrayList<>();
    for (MethodModel method : type.methods()) {
      if (mayDispatch(type, method)) {
        shapes.of(type, method).ifPresent(shape -> found.add(candidate(type, method, shape)));
      }
    }
    return found;
  }

  private static boolean mayDispatch(TypeModel type, MethodModel method) {
    return !method.isBridge()
        && !type.isContinuation()
        && (method.isGuardable() || (method.isAbstract() && type.isInterface()))
        && method.descriptor().charAt(1) != ')';
  }

  private Candidate candidate(TypeModel type, MethodModel method, ToolShape shape) {
    Map<String, String> readings = new LinkedHashMap<>();
    readings.put("tool", shape.tool());
    readings.put("args", shape.args());
    Optional<Source> session = sessions.of(method);
    Optional<String> sessionPath = session.map(SessionSource::expression);
    readings.put(
        "session", sessionPath.map(path -> path + " ?? run ?? thread").orElse("run ?? thread"));
    Signals signals = new Signals();
    whatItTakes(shape, method, signals);
    whatItIsCalled(type, method, signals);
    whatItSays(type, method, signals);
    whatSpeaksAgainstIt(type, method, signals);
    signals.add(session.isPresent(), 3, "has the session at hand (" + sessionPath.orElse("") + ")");
    return new Candidate(
        TargetKind.TOOL, type, method, readings, signals.all(), doubts(shape, session));
  }

  private static List<String> doubts(ToolShape shape, Optional<Source> session) {
    List<String> doubts = new ArrayList<>(shape.doubts());
    session.map(Source::doubt).ifPresent(doubts::add);
    return doubts.stream().distinct().toList();
  }

  private static void whatItTakes(ToolShape shape, MethodModel method, Signals signals) {
    signals.add(
        true,
        Math.min(30, shape.rating()),
        "takes what can be a tool's name ("
            + shape.tool()
            + ") and arguments ("
            + shape.args()
            + ")");
    signals.add(shape.isKey(), 12, "looks something up in a Map by that name");
    signals.add(
        shape.isKey() && method.body().callsWhatItFinds(), 12, "and calls what it finds there");
    signals.add(method.body().usesReflection(), 8, "calls a method by reflection");
  }

  private static void whatItIsCalled(TypeModel type, MethodModel method, Signals signals) {
    List<String> ofMethod = Words.of(method.name());
    List<String> ofType = Words.of(type.simpleName());
    boolean verb = Words.anyOf(ofMethod, Words.TOOL_VERBS);
    boolean noun = Words.anyOf(ofMethod, Words.TOOL_NOUNS);
    signals.add(verb && noun, 24, "is called " + method.name());
    signals.add(verb && !noun, 8, "is called " + method.name());
    signals.add(noun && !verb, 4, "is called " + method.name());
    signals.add(Words.anyOf(ofType, Words.TOOL_NOUNS), 8, "belongs to " + type.simpleName());
    signals.add(
        Words.anyOf(Words.of(type.name().replace('/', '.')), Words.TOOL_NOUNS)
            && !Words.anyOf(ofType, Words.TOOL_NOUNS),
        3,
        "stands in a package about tools");
  }

  private static void whatItSays(TypeModel type, MethodModel method, Signals signals) {
    Set<String> own = ofTools(method);
    signals.add(own.contains(Markers.TOOL_COMPLAINT), 12, "holds " + Markers.TOOL_COMPLAINT);
    Set<String> members =
        own.stream()
            .filter(marker -> !marker.equals(Markers.TOOL_COMPLAINT))
            .collect(Collectors.toSet());
    signals.add(!members.isEmpty(), Math.min(8, 4 * members.size()), "holds " + one(members));
    Set<String> others =
        type.methods().stream().flatMap(m -> ofTools(m).stream()).collect(Collectors.toSet());
    signals.add(own.isEmpty() && !others.isEmpty(), 4, "its class holds " + one(others));
  }

  private static void whatSpeaksAgainstIt(TypeModel type, MethodModel method, Signals signals) {
    signals.add(Words.isOtherMethod(method.name()), -24, "its name says it does something else");
    signals.add(
        Words.isAroundCalls(method.name()), -16, "its name speaks of what surrounds a call");
    signals.add(
        Words.isOfSeveralCalls(method.name()), -14, "its name speaks of several calls at once");
    signals.add(method.isAbstract(), -2, "has no body, so all that implement it would be guarded");
    signals.add(
        !Words.isMeaningless(method.name())
            && !Words.anyOf(Words.of(method.name()), Words.TOOL_VERBS),
        -10,
        "its name has no verb for calling");
    signals.add(
        Words.isAroundCalls(type.simpleName()) && !type.simpleName().endsWith("Callback"),
        -12,
        "its class's name speaks of what surrounds a call");
    signals.add(
        method.result().getClassName().equals(type.binaryName()), -16, "returns its own class");
    signals.add(
        Words.isOtherType(type.simpleName()), -12, "its class's name says it does something else");
    int sort = method.result().getSort();
    signals.add(sort == Type.VOID, -20, "returns nothing");
    signals.add(sort != Type.VOID && sort < Type.ARRAY, -20, "returns a primitive value");
    signals.add(sort == Type.ARRAY, -10, "returns an array");
    signals.add(
        method.isGuardable()
            && method.body().calls().isEmpty()
            && !method.body().callsWhatItFinds()
            && !method.body().usesReflection(),
        -20,
        "calls nothing outside the JDK");
    signals.add(
        method.isSynthetic() || method.name().contains("$"), -20, "was made by the compiler");
    signals.add(
        method.annotations().stream().anyMatch(a -> Words.of(a).contains("tool")),
        -12,
        "is annotated as a tool, not as what dispatches tools");
  }

  private static Set<String> ofTools(MethodModel method) {
    return method.body().markers().stream().filter(Markers::isOfTools).collect(Collectors.toSet());
  }

  private static String one(Set<String> markers) {
    return markers.stream()
        .min(Comparator.naturalOrder())
        .map(text -> text.equals(Markers.TOOL_COMPLAINT) ? text : "the text \"" + text + "\"")
        .orElse("");
  }
}
