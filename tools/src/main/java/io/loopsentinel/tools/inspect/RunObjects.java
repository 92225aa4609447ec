package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FieldNode;

/**
 * Finds the steps of runs over which no single method loops: the steps of an iterator, of an object
 * that is called again for each step, and of a recursion that passes down one object created for
 * it. The iterator or the object identifies the run.
 */
final class RunObjects {

  /** Maximum number of calls from a step to the model or the tools. */
  static final int MAX_CALLS = 12;

  /** Maximum number of calls from a step to the creation of an object within the step. */
  private static final int NEAR = 3;

  private static final Set<String> ITERATORS =
      Words.set("java/util/Iterator java/lang/Iterable java/util/Enumeration");
  private static final Pattern ARGUMENT = Pattern.compile("identity\\(arg(\\d+)\\)");
  private static final Set<String> ITERATOR_NOUNS = Words.set("iterator generator");
  private static final Set<String> RUNNER_STEPS = Words.set("step next advance");
  private static final Set<String> STEPS = Words.set("next hasNext nextElement");

  /**
   * A variable of a method.
   *
   * @param name {@code this}, or {@code arg} and a number
   */
  private record Variable(MethodRef method, String name) {}

  /** The variables from which an object was passed down, and the methods that created it. */
  private record Origins(boolean areKnown, Set<Variable> variables, Set<MethodRef> makers) {}

  private static final Origins UNKNOWN = new Origins(false, Set.of(), Set.of());

  private final TypeIndex index;
  private final CallGraph graph;
  private final Set<MethodRef> tools;
  private final Map<MethodRef, Integer> toTools;
  private final Map<MethodRef, Integer> toModel;
  private final Map<Variable, Origins> origins = new HashMap<>();

  RunObjects(CallGraph graph, Set<MethodRef> tools, Set<MethodRef> turns) {
    this.index = graph.index();
    this.graph = graph;
    this.tools = tools;
    this.toTools = leadingTo(tools, Set.of());
    // A tool may be an agent and send requests to a model itself.
    this.toModel = leadingTo(turns, tools);
  }

  /** Returns the steps with their session expressions. */
  List<Candidate> find() {
    List<Candidate> found =
        index.all().stream()
            .flatMap(type -> type.candidates().flatMap(method -> candidate(type, method)))
            .toList();
    // If a lambda expression calls the tools later, its creator is no longer on the stack.
    Set<MethodRef> methods =
        found.stream()
            .filter(step -> !step.method().isSynthetic())
            .map(Candidate::ref)
            .collect(Collectors.toSet());
    Set<MethodRef> direct = leadingTo(tools, methods).keySet();
    return found.stream()
        .filter(step -> methods.contains(step.ref()) || direct.contains(step.ref()))
        .toList();
  }

  private Map<MethodRef, Integer> leadingTo(Set<MethodRef> methods, Set<MethodRef> blocked) {
    Map<MethodRef, Integer> leading = graph.leadingWithLambdas(methods, MAX_CALLS, blocked);
    index
        .seen()
        .leadingTo(index.bodies(methods), index.bodies(blocked))
        .forEach(method -> leading.putIfAbsent(method, MAX_CALLS));
    return leading;
  }

  /** Returns the internal name of the type of a step's session object. */
  static String type(Candidate step) {
    Matcher argument = ARGUMENT.matcher(step.session());
    return argument.matches()
        ? step.method().parameters()[Integer.parseInt(argument.group(1))].getInternalName()
        : step.type().name();
  }

  private Stream<Candidate> candidate(TypeModel type, MethodModel method) {
    MethodRef ref = method.ref();
    if (!method.isGuardable() || !toTools.containsKey(ref) || !toModel.containsKey(ref)) {
      return Stream.empty();
    }
    if (isIteratorStep(type, method)) {
      return Stream.of(step(type, method, "instance", "is a step of an iterator"));
    }
    if (isRunnerStep(method)) {
      Candidate step =
          step(type, method, "instance", "is a step of an object that is called again");
      step.doubt(
          "several runs may share the object: it creates no history that is sent to the model and"
              + " to which only its steps add",
          type.fields().stream().noneMatch(field -> isHistory(type, method, field)));
      return Stream.of(step);
    }
    return variables(method)
        .filter(this::isMadeForRecursion)
        .limit(1)
        .map(
            variable ->
                step(
                    type,
                    method,
                    "identity(" + variable.name() + ")",
                    "is a step of a recursion that passes down " + variable.name()));
  }

  private Candidate step(TypeModel type, MethodModel method, String session, String what) {
    Candidate step = new Candidate(TargetKind.RUN, type, method);
    int calls =
        toTools.getOrDefault(method.ref(), MAX_CALLS)
            + toModel.getOrDefault(method.ref(), MAX_CALLS);
    step.add(
        2 * MAX_CALLS - calls, "leads to the model and its tools, " + calls + " calls away", true);
    step.add(50, what, true);
    step.add(-8, "was generated by the compiler", method.isSynthetic());
    step.readings().put("session", session);
    return step;
  }

  private boolean isIteratorStep(TypeModel type, MethodModel method) {
    return !method.isStatic()
        && !method.hasParameters()
        && STEPS.contains(method.name())
        && (type.words().any(ITERATOR_NOUNS)
            || ITERATORS.stream().anyMatch(each -> index.isSubtype(type.name(), each)));
  }

  /** Returns whether a public method without parameters is called from outside for each step. */
  private boolean isRunnerStep(MethodModel method) {
    return !method.isStatic()
        && !method.hasParameters()
        && Modifier.isPublic(method.access())
        && RUNNER_STEPS.contains(method.name())
        && !graph.isCalledInLoop(method.ref());
  }

  /**
   * Returns whether a field is the history of one run: it is created with the object, passed to the
   * model, and the only visible method that adds to it is the step.
   */
  private boolean isHistory(TypeModel type, MethodModel step, FieldNode field) {
    String path = "this." + field.name;
    Set<MethodRef> filling =
        graph
            .leadingTo(
                type.methods().stream()
                    .filter(method -> method.body().filledCollections().contains(path))
                    .map(MethodModel::ref)
                    .toList(),
                NEAR)
            .keySet();
    return Modifier.isFinal(field.access)
        && type.visibleMethods()
            .allMatch(
                method ->
                    method.ref().isConstructor()
                        ? method.body().initializedFields().contains(field.name)
                        : method.equals(step) || !filling.contains(method.ref()))
        && step.body().calls().stream()
            .filter(call -> graph.callees(call).stream().anyMatch(toModel::containsKey))
            .flatMap(call -> call.arguments().stream())
            .anyMatch(value -> value.sources().contains(path));
  }

  private Stream<Variable> variables(MethodModel method) {
    Type[] parameters = method.parameters();
    return Stream.concat(
        method.isPrivate() && !method.isStatic()
            ? Stream.of(new Variable(method.ref(), "this"))
            : Stream.empty(),
        IntStream.range(0, parameters.length)
            .filter(i -> parameters[i].getSort() == Type.OBJECT)
            .filter(i -> index.find(parameters[i].getInternalName()) != null)
            .mapToObj(i -> new Variable(method.ref(), "arg" + i)));
  }

  /**
   * Returns whether a variable holds an object that was created for one recursion: each method that
   * passes it down got it from this variable, or has just created it and is not part of the
   * recursion.
   */
  private boolean isMadeForRecursion(Variable variable) {
    Origins all = transitiveOrigins(variable);
    return all.areKnown()
        && !all.makers().isEmpty()
        && all.variables().contains(variable)
        && all.variables().stream()
            .allMatch(each -> transitiveOrigins(each).variables().contains(variable))
        && all.variables().stream()
            .map(Variable::method)
            .noneMatch(graph.leadingTo(all.makers(), NEAR)::containsKey);
  }

  private Origins transitiveOrigins(Variable variable) {
    Set<Variable> variables = new HashSet<>();
    Set<MethodRef> makers = new HashSet<>();
    Deque<Variable> next = new ArrayDeque<>(List.of(variable));
    while (!next.isEmpty()) {
      Origins origins = this.origins.computeIfAbsent(next.pop(), this::origins);
      if (!origins.areKnown()) {
        return UNKNOWN;
      }
      makers.addAll(origins.makers());
      origins.variables().stream().filter(variables::add).forEach(next::push);
    }
    return new Origins(true, variables, makers);
  }

  private Origins origins(Variable variable) {
    MethodModel method = find(variable.method()).orElse(null);
    if (method == null || (variable.name().equals("this") && Modifier.isPublic(method.access()))) {
      return UNKNOWN;
    }
    int operand = method.operandIndex(variable.name());
    Set<Variable> variables = new HashSet<>();
    Set<MethodRef> makers = new HashSet<>();
    for (MethodRef caller : graph.callersOf(method.ref())) {
      for (CallSite call : find(caller).map(MethodModel::body).orElse(MethodBody.UNKNOWN).calls()) {
        if (!graph.callees(call).contains(method.ref())) {
          continue;
        }
        Value value = operand < call.operands().size() ? call.operands().get(operand) : null;
        if (value != null && value.isNew() && !call.inLoop()) {
          makers.add(caller);
        } else if (value != null && value.path() != null && isVariable(value.path())) {
          variables.add(new Variable(caller, value.path()));
        } else {
          return UNKNOWN;
        }
      }
    }
    return new Origins(true, variables, makers);
  }

  private static boolean isVariable(String path) {
    return path.matches("this|arg\\d+");
  }

  private Optional<MethodModel> find(MethodRef method) {
    return Optional.ofNullable(index.find(method.owner())).flatMap(type -> type.declared(method));
  }
}
