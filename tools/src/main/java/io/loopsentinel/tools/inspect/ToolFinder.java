package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.objectweb.asm.Type;

/** Finds the methods of a type that look like the dispatch of one tool call. */
public final class ToolFinder {

  private static final Set<String> SEVERAL_CALLS = Words.set("calls tools functions actions");

  private static final Set<String> BOXED =
      Words.set("java.lang.Integer java.lang.Long java.lang.Boolean java.lang.Double");

  private final Types types;
  private final Sources sources;

  /** Creates a finder that knows the types to which the inspected ones refer. */
  public ToolFinder(Types types) {
    this.types = types;
    this.sources = new Sources(types);
  }

  public List<Candidate> find(TypeModel type) {
    return type.candidates().flatMap(method -> candidate(type, method).stream()).toList();
  }

  /** Returns the possible pairs of name and arguments in a method, the most likely first. */
  public List<ToolShape> shapes(TypeModel type, MethodRef method) {
    return type.declared(method).map(each -> ToolShape.of(type, each, sources)).orElse(List.of());
  }

  private Optional<Candidate> candidate(TypeModel type, MethodModel method) {
    List<ToolShape> shapes = ToolShape.of(type, method, sources);
    return shapes.isEmpty()
        ? Optional.empty()
        : Optional.of(candidate(type, method, types.choose(method.ref(), shapes)));
  }

  private Candidate candidate(TypeModel type, MethodModel method, ToolShape shape) {
    CallLocation call = shape.call(method, sources);
    Candidate found = new Candidate(TargetKind.TOOL, type, method, call);
    String tool = shape.tool().path();
    String args = shape.args().path();
    found.addExpression("tool", tool, shape.tool());
    found.addExpression("args", args, shape.args());
    found.readings().put("session", sources.session(type, method, shape.args().parent()));
    found.add(
        Math.min(30, shape.rating()),
        "takes a possible tool name (" + tool + ") and arguments (" + args + ")",
        true);
    MethodBody body = method.body();
    boolean callsFound = shape.isKey() && body.callsLookupResult();
    found.add(12, "looks up that name in a Map", shape.isKey());
    found.add(12, "and calls the object that it finds", callsFound);
    found.add(8, "calls a method by reflection", body.usesReflection());
    addNameSignals(found);
    addTextSignals(found);
    addCounterSignals(found);
    boolean isEvent = call.types().stream().anyMatch(each -> Words.of(each).areOfEvent());
    found.add(-16, "takes a notification about a call", isEvent);
    return found;
  }

  private static void addNameSignals(Candidate found) {
    TypeModel type = found.type();
    boolean verb = found.method().words().any(Words.TOOL_VERBS);
    boolean noun = found.method().words().any(Words.TOOL_NOUNS);
    found.addName(verb ? (noun ? 24 : 8) : 4, verb || noun);
    found.addType(8, Words.TOOL_NOUNS);
    boolean inPackage =
        Words.of(type.name()).any(Words.TOOL_NOUNS) && !type.words().any(Words.TOOL_NOUNS);
    found.add(3, "is in a package about tools", inPackage);
  }

  private static void addTextSignals(Candidate found) {
    SortedSet<String> own = Markers.of(List.of(found.method()), Markers::isOfTools);
    SortedSet<String> members = new TreeSet<>(own);
    boolean complains = members.remove(Markers.TOOL_COMPLAINT);
    found.add(12, "contains " + Markers.TOOL_COMPLAINT, complains);
    found.add(Math.min(8, 4 * members.size()), "contains " + describe(members), !members.isEmpty());
    SortedSet<String> others = Markers.of(found.type().methods(), Markers::isOfTools);
    found.add(4, "its class contains " + describe(others), own.isEmpty() && !others.isEmpty());
  }

  private static String describe(SortedSet<String> markers) {
    String text = markers.isEmpty() ? "" : markers.first();
    return text.equals(Markers.TOOL_COMPLAINT) ? text : "the text \"" + text + "\"";
  }

  private static void addCounterSignals(Candidate found) {
    TypeModel type = found.type();
    MethodModel method = found.method();
    Words words = method.words();
    int sort = method.result().getSort();
    found.addOtherName(-24);
    found.add(
        -16, "its name is about something that accompanies calls", words.any(Words.CALL_RELATED));
    found.add(-14, "its name is about several calls", words.any(SEVERAL_CALLS));
    found.add(-2, "has no body, so all implementations would be guarded", method.isAbstract());
    boolean hasNoVerb = !words.areMeaningless() && !words.any(Words.TOOL_VERBS);
    found.add(-10, "its name has no verb for calling", hasNoVerb);
    boolean isAround =
        type.words().any(Words.CALL_RELATED) && !type.simpleName().endsWith("Callback");
    found.add(-12, "its class name is about something that accompanies calls", isAround);
    boolean returnsOwn = method.result().getClassName().equals(type.binaryName());
    found.add(-16, "returns its own class", returnsOwn);
    found.addOtherType(-12);
    found.add(-20, "returns nothing", sort == Type.VOID);
    boolean isNumber =
        (sort != Type.VOID && sort < Type.ARRAY) || BOXED.contains(method.result().getClassName());
    found.add(-20, "returns a number or boolean", isNumber);
    found.add(-10, "returns an array", sort == Type.ARRAY);
    found.add(-20, "calls nothing outside the JDK", callsNothing(method));
    boolean isGenerated = method.isSynthetic() || method.name().contains("$");
    found.add(-20, "was generated by the compiler", isGenerated);
    boolean isTool =
        method.annotations().stream().anyMatch(each -> Words.of(each).all().contains("tool"));
    found.add(-12, "is annotated as a tool, not as a dispatcher of tools", isTool);
  }

  private static boolean callsNothing(MethodModel method) {
    MethodBody body = method.body();
    return method.isGuardable()
        && body.calls().isEmpty()
        && !body.callsLookupResult()
        && !body.usesReflection();
  }
}
