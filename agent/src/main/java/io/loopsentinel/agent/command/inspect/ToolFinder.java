package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.TargetKind;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/** Finds the methods of a type that look as if they dispatched one tool call. */
public final class ToolFinder {

  private final Sources sources;

  /** Creates a finder that looks at one type at a time, and at the types that it names. */
  public ToolFinder(Types types) {
    this.sources = new Sources(types);
  }

  /** Returns the candidates of a type. */
  public List<Candidate> find(TypeModel type) {
    return type.methods().stream()
        .filter(method -> mayDispatch(type, method))
        .map(method -> candidate(type, method))
        .filter(Objects::nonNull)
        .toList();
  }

  private static boolean mayDispatch(TypeModel type, MethodModel method) {
    return !method.isBridge()
        && !type.isContinuation()
        && (method.isGuardable() || (method.isAbstract() && type.isInterface()))
        && method.hasParameters();
  }

  private @Nullable Candidate candidate(TypeModel type, MethodModel method) {
    ToolShape shape = ToolShape.of(type, method, sources);
    if (shape == null) {
      return null;
    }
    Candidate.Builder found = new Candidate.Builder();
    found.readings.put("tool", shape.tool().path());
    found.readings.put("args", shape.args().path());
    found.doubt(shape.tool());
    found.doubt(shape.args());
    Optional<Source> session = sources.session(method);
    String key = session.map(Source::nullSafePath).orElse("");
    found.readings.put(
        "session", session.isPresent() ? key + " ?? run ?? thread" : "run ?? thread");
    whatItTakes(shape, method, found);
    whatItIsCalled(type, method, found);
    whatItSays(type, method, found);
    whatSpeaksAgainstIt(type, method, found);
    found.signal(session.isPresent(), 3, "has the session at hand (" + key + ")");
    session.ifPresent(found::doubt);
    return found.build(TargetKind.TOOL, type, method);
  }

  private static void whatItTakes(ToolShape shape, MethodModel method, Candidate.Builder found) {
    found.signal(
        true,
        Math.min(30, shape.rating()),
        "takes what can be a tool's name (%s) and arguments (%s)"
            .formatted(shape.tool().path(), shape.args().path()));
    found.signal(shape.isKey(), 12, "looks something up in a Map by that name");
    found.signal(
        shape.isKey() && method.body().callsWhatItFinds(), 12, "and calls what it finds there");
    found.signal(method.body().usesReflection(), 8, "calls a method by reflection");
  }

  private static void whatItIsCalled(TypeModel type, MethodModel method, Candidate.Builder found) {
    List<String> ofMethod = Words.of(method.name());
    boolean verb = Words.anyOf(ofMethod, Words.TOOL_VERBS);
    boolean noun = Words.anyOf(ofMethod, Words.TOOL_NOUNS);
    found.signal(verb || noun, verb ? (noun ? 24 : 8) : 4, "is called " + method.name());
    boolean typeNoun = Words.anyOf(Words.of(type.simpleName()), Words.TOOL_NOUNS);
    found.signal(typeNoun, 8, "belongs to " + type.simpleName());
    found.signal(
        !typeNoun && Words.anyOf(Words.of(type.name()), Words.TOOL_NOUNS),
        3,
        "stands in a package about tools");
  }

  private static void whatItSays(TypeModel type, MethodModel method, Candidate.Builder found) {
    Set<String> own = markers(List.of(method));
    found.signal(own.contains(Markers.TOOL_COMPLAINT), 12, "holds " + Markers.TOOL_COMPLAINT);
    Set<String> members = new TreeSet<>(own);
    members.remove(Markers.TOOL_COMPLAINT);
    found.signal(!members.isEmpty(), Math.min(8, 4 * members.size()), "holds " + one(members));
    Set<String> others = markers(type.methods());
    found.signal(own.isEmpty() && !others.isEmpty(), 4, "its class holds " + one(others));
  }

  private static void whatSpeaksAgainstIt(
      TypeModel type, MethodModel method, Candidate.Builder found) {
    String name = method.name();
    found.signal(Words.isOtherMethod(name), -24, "its name says it does something else");
    found.signal(Words.isAroundCalls(name), -16, "its name speaks of what surrounds a call");
    found.signal(Words.isOfSeveralCalls(name), -14, "its name speaks of several calls at once");
    found.signal(method.isAbstract(), -2, "has no body, so all that implement it would be guarded");
    found.signal(
        !Words.isMeaningless(name) && !Words.anyOf(Words.of(name), Words.TOOL_VERBS),
        -10,
        "its name has no verb for calling");
    found.signal(
        Words.isAroundCalls(type.simpleName()) && !type.simpleName().endsWith("Callback"),
        -12,
        "its class's name speaks of what surrounds a call");
    found.signal(
        method.result().getClassName().equals(type.binaryName()), -16, "returns its own class");
    found.signal(
        Words.isOtherType(type.simpleName()), -12, "its class's name says it does something else");
    int sort = method.result().getSort();
    found.signal(sort == Type.VOID, -20, "returns nothing");
    found.signal(sort != Type.VOID && sort < Type.ARRAY, -20, "returns a primitive value");
    found.signal(sort == Type.ARRAY, -10, "returns an array");
    MethodBody body = method.body();
    found.signal(
        method.isGuardable()
            && body.calls().isEmpty()
            && !body.callsWhatItFinds()
            && !body.usesReflection(),
        -20,
        "calls nothing outside the JDK");
    found.signal(method.isSynthetic() || name.contains("$"), -20, "was made by the compiler");
    found.signal(
        method.annotations().stream().anyMatch(each -> Words.of(each).contains("tool")),
        -12,
        "is annotated as a tool, not as what dispatches tools");
  }

  private static Set<String> markers(Collection<MethodModel> methods) {
    return methods.stream()
        .flatMap(method -> method.body().markers().stream())
        .filter(Markers::isOfTools)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String one(Set<String> markers) {
    return markers.stream()
        .findFirst()
        .map(text -> text.equals(Markers.TOOL_COMPLAINT) ? text : "the text \"" + text + "\"")
        .orElse("");
  }
}
