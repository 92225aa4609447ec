package io.loopsentinel.tools.inspect;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A call graph by class hierarchy analysis (Dean, Grove and Chambers, 1995): a call may reach the
 * named method and every override of it. If a method has more than {@link #MAX_OVERRIDES}
 * overrides, only the named method counts. Otherwise everything would seem to call everything.
 */
final class CallGraph {

  private static final int MAX_OVERRIDES = 12;

  private final TypeIndex index;
  private final Map<MethodRef, Set<MethodRef>> callers = new HashMap<>();
  private final Set<MethodRef> calledInLoops = new HashSet<>();
  private final Map<MethodRef, List<MethodRef>> resolved = new HashMap<>();
  private final Map<MethodRef, Set<MethodRef>> callersOfLambdas;

  CallGraph(TypeIndex index) {
    this.index = index;
    for (MethodModel caller : index.methods().toList()) {
      for (CallSite call : caller.body().calls()) {
        for (MethodRef callee : callees(call)) {
          callers.computeIfAbsent(callee, each -> new LinkedHashSet<>()).add(caller.ref());
          if (call.inLoop()) {
            calledInLoops.add(callee);
          }
        }
      }
    }
    this.callersOfLambdas = callersOfLambdas();
  }

  TypeIndex index() {
    return index;
  }

  List<MethodRef> callees(CallSite call) {
    return resolved.computeIfAbsent(call.callee(), this::resolve);
  }

  Set<MethodRef> callersOf(MethodRef method) {
    return callers.getOrDefault(method, Set.of());
  }

  boolean isCalledInLoop(MethodRef method) {
    return calledInLoops.contains(method);
  }

  boolean leadsTo(MethodRef from, MethodRef to) {
    return leadingTo(Set.of(to), Ranking.MAX_DEPTH).containsKey(from);
  }

  /**
   * Returns the methods that lead to others in up to {@code depth} calls, with the number of calls.
   */
  Map<MethodRef, Integer> leadingTo(Collection<MethodRef> methods, int depth) {
    return leadingTo(methods, depth, method -> callersOf(method).stream());
  }

  private static Map<MethodRef, Integer> leadingTo(
      Collection<MethodRef> methods, int depth, Function<MethodRef, Stream<MethodRef>> callers) {
    Map<MethodRef, Integer> found = new HashMap<>();
    Collection<MethodRef> level = methods;
    for (int calls = 0; calls <= depth; calls++) {
      for (MethodRef method : level) {
        found.putIfAbsent(method, calls);
      }
      level =
          level.stream()
              .flatMap(callers)
              .filter(caller -> !found.containsKey(caller))
              .distinct()
              .toList();
    }
    return found;
  }

  /**
   * Returns the same including paths through lambda expressions: a call of an interface method may
   * reach each lambda body that implements it.
   *
   * @param blocked methods through which no path may lead
   */
  Map<MethodRef, Integer> leadingWithLambdas(
      Collection<MethodRef> methods, int depth, Set<MethodRef> blocked) {
    return leadingTo(
        methods,
        depth,
        method ->
            Stream.concat(
                    callersOf(method).stream(),
                    callersOfLambdas.getOrDefault(method, Set.of()).stream())
                .filter(caller -> !blocked.contains(caller)));
  }

  private Map<MethodRef, Set<MethodRef>> callersOfLambdas() {
    Map<MethodRef, List<MethodRef>> bodies =
        index
            .methods()
            .flatMap(method -> method.body().lambdas().stream())
            .collect(
                Collectors.groupingBy(
                    Lambda::implemented, Collectors.mapping(Lambda::body, Collectors.toList())));
    Map<MethodRef, Set<MethodRef>> found = new HashMap<>();
    bodies.forEach(
        (implemented, all) -> {
          if (all.size() <= MAX_OVERRIDES) {
            index.hierarchy(implemented.owner()).stream()
                .flatMap(type -> callersOf(implemented.in(type.name())).stream())
                .forEach(
                    caller ->
                        all.forEach(
                            body ->
                                found
                                    .computeIfAbsent(body, each -> new LinkedHashSet<>())
                                    .add(caller)));
          }
        });
    return found;
  }

  private List<MethodRef> resolve(MethodRef named) {
    List<MethodRef> declared =
        TypeIndex.declaring(index.hierarchy(named.owner()).stream(), named).limit(1).toList();
    if (named.isConstructor()) {
      return Stream.concat(declared.stream(), suspendLambdaBody(named.owner())).toList();
    }
    List<MethodRef> overrides =
        TypeIndex.declaring(index.subtypes(named.owner()), named).limit(MAX_OVERRIDES + 1).toList();
    return overrides.size() > MAX_OVERRIDES
        ? declared
        : Stream.concat(declared.stream(), overrides.stream()).toList();
  }

  /** Like a lambda expression, the creation of a suspend lambda counts as a call of its body. */
  private Stream<MethodRef> suspendLambdaBody(String owner) {
    TypeModel type = index.find(owner);
    return type == null || !String.valueOf(type.superName()).endsWith("/SuspendLambda")
        ? Stream.empty()
        : type.methods().stream()
            .filter(method -> method.name().equals("invokeSuspend"))
            .map(MethodModel::ref);
  }
}
