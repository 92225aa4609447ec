package io.loopsentinel.tools.inspect;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * The callers of each method, by class hierarchy analysis (Dean, Grove and Chambers, 1995): a call
 * may reach the named method and every override of it. If a method has more than {@link
 * #MAX_OVERRIDES} overrides, only the named method counts. Otherwise everything would seem to call
 * everything.
 */
final class CallIndex {

  private static final int MAX_OVERRIDES = 12;

  /** Maximum number of supertypes to look at for one type. */
  private static final int MAX_SUPERTYPES = 64;

  private final ClassScan scan;
  private final Map<MethodRef, Set<MethodRef>> callers = new HashMap<>();
  private final Set<MethodRef> calledInLoops = new HashSet<>();

  /** The called methods that each method overrides, if these have few overrides. */
  private final Map<MethodRef, List<MethodRef>> overridden = new HashMap<>();

  private final Map<MethodRef, MethodRef> declarations = new HashMap<>();
  private final Map<String, List<ScannedType>> supertypes = new HashMap<>();

  CallIndex(ClassScan scan) {
    this.scan = scan;
    for (ScannedType type : scan.types()) {
      for (ScannedMethod caller : type.methods()) {
        for (MethodRef call : caller.calls()) {
          callers.computeIfAbsent(declaration(call), each -> new HashSet<>()).add(caller.ref());
        }
        caller.callsInLoop().forEach(call -> calledInLoops.add(declaration(call)));
      }
    }
    addOverrides();
  }

  private void addOverrides() {
    Map<MethodRef, Integer> overrides = new HashMap<>();
    for (ScannedType type : scan.types()) {
      List<ScannedType> above = supertypes(type.name());
      for (ScannedMethod method : type.methods()) {
        for (ScannedType each : method.isVirtual() ? above : List.<ScannedType>of()) {
          MethodRef named = method.ref().in(each.name());
          if (!each.name().equals(type.name()) && callers.containsKey(named)) {
            overrides.merge(named, 1, Integer::sum);
            overridden.computeIfAbsent(method.ref(), ref -> new ArrayList<>()).add(named);
          }
        }
      }
    }
    overridden
        .values()
        .forEach(all -> all.removeIf(each -> overrides.getOrDefault(each, 0) > MAX_OVERRIDES));
  }

  /** Returns the methods that may call a method. */
  Set<MethodRef> callersOf(MethodRef method) {
    Set<MethodRef> all = new LinkedHashSet<>(callers.getOrDefault(method, Set.of()));
    overridden
        .getOrDefault(method, List.of())
        .forEach(each -> all.addAll(callers.getOrDefault(each, Set.of())));
    return all;
  }

  boolean isCalledInLoop(MethodRef method) {
    return calledInLoops.contains(method)
        || overridden.getOrDefault(method, List.of()).stream().anyMatch(calledInLoops::contains);
  }

  /** Returns some methods, and those that a call may name instead of them. */
  Set<MethodRef> declaredAs(Collection<MethodRef> methods) {
    Set<MethodRef> all = new HashSet<>(methods);
    methods.forEach(each -> all.addAll(overridden.getOrDefault(each, List.of())));
    return all;
  }

  /**
   * Returns the methods that lead to others in up to {@code depth} calls, with the number of calls.
   */
  Map<MethodRef, Integer> leadingTo(Collection<MethodRef> methods, int depth) {
    Map<MethodRef, Integer> found = new HashMap<>();
    Queue<MethodRef> next = new ArrayDeque<>(methods);
    methods.forEach(each -> found.put(each, 0));
    while (!next.isEmpty()) {
      MethodRef method = next.remove();
      int calls = found.getOrDefault(method, 0) + 1;
      if (calls <= depth) {
        for (MethodRef caller : callersOf(method)) {
          if (found.putIfAbsent(caller, calls) == null) {
            next.add(caller);
          }
        }
      }
    }
    return found;
  }

  /** Returns the method that a call runs, which a supertype of the named class may declare. */
  MethodRef declaration(MethodRef call) {
    MethodRef known = declarations.get(call);
    if (known == null) {
      known =
          supertypes(call.owner()).stream()
              .map(type -> call.in(type.name()))
              .filter(scan::declares)
              .findFirst()
              .orElse(call);
      declarations.put(call, known);
    }
    return known;
  }

  /** Returns a type and its supertypes, nearest first, as far as they were read. */
  private List<ScannedType> supertypes(String type) {
    List<ScannedType> known = supertypes.get(type);
    if (known == null) {
      Set<String> names = new LinkedHashSet<>(List.of(type));
      Queue<String> next = new ArrayDeque<>(names);
      while (!next.isEmpty() && names.size() < MAX_SUPERTYPES) {
        ScannedType each = scan.find(next.remove());
        if (each != null) {
          each.supertypes().filter(names::add).forEach(next::add);
        }
      }
      known = scan.known(names);
      supertypes.put(type, known);
    }
    return known;
  }
}
