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
 * A call graph by class hierarchy analysis (Dean, Grove and Chambers, 1995): a call may reach the
 * named method and every override of it. If a method has more than {@link #MAX_OVERRIDES}
 * overrides, only the named method counts. Otherwise everything would seem to call everything.
 */
final class CallGraph {

  private static final int MAX_OVERRIDES = 12;

  /** Maximum number of supertypes to look at for one type. */
  private static final int MAX_SUPERTYPES = 64;

  private final ClassScan scan;
  private final Map<MethodRef, Set<MethodRef>> callers = new HashMap<>();
  private final Set<MethodRef> calledInLoops = new HashSet<>();
  private final Map<MethodRef, List<MethodRef>> overrides = new HashMap<>();
  private final Map<MethodRef, MethodRef> declarations = new HashMap<>();
  private final Map<String, List<ScannedType>> hierarchies = new HashMap<>();

  CallGraph(ClassScan scan) {
    this.scan = scan;
    addOverrides();
    for (ScannedType type : scan.types()) {
      for (ScannedMethod caller : type.methods()) {
        for (MethodRef call : caller.calls()) {
          callees(call)
              .forEach(
                  callee ->
                      callers.computeIfAbsent(callee, each -> new HashSet<>()).add(caller.ref()));
        }
        caller.callsInLoop().forEach(call -> calledInLoops.addAll(callees(call)));
      }
    }
  }

  private void addOverrides() {
    for (ScannedType type : scan.types()) {
      for (ScannedMethod method : type.methods()) {
        for (ScannedType each :
            method.isVirtual() ? hierarchy(type.name()) : List.<ScannedType>of()) {
          MethodRef named = method.ref().in(each.name());
          if (!named.equals(method.ref()) && scan.isNamed(named)) {
            List<MethodRef> all = overrides.computeIfAbsent(named, ref -> new ArrayList<>(1));
            if (all.size() <= MAX_OVERRIDES) {
              all.add(method.ref());
            }
          }
        }
      }
    }
  }

  /** Returns the methods that a call may run. */
  List<MethodRef> callees(MethodRef call) {
    List<MethodRef> all =
        new ArrayList<>(List.of(declarations.computeIfAbsent(call, this::declaration)));
    List<MethodRef> other = overrides.getOrDefault(call, List.of());
    if (other.size() <= MAX_OVERRIDES) {
      all.addAll(other);
    }
    return all;
  }

  boolean isCalledInLoop(MethodRef method) {
    return calledInLoops.contains(method);
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
        callers.getOrDefault(method, Set.of()).stream()
            .filter(caller -> found.putIfAbsent(caller, calls) == null)
            .forEach(next::add);
      }
    }
    return found;
  }

  /** Returns the called method as the named class or a supertype of it declares it. */
  private MethodRef declaration(MethodRef call) {
    return hierarchy(call.owner()).stream()
        .map(type -> call.in(type.name()))
        .filter(scan::declares)
        .findFirst()
        .orElse(call);
  }

  /** Returns a type and its supertypes, nearest first, as far as they were read. */
  private List<ScannedType> hierarchy(String type) {
    List<ScannedType> known = hierarchies.get(type);
    if (known == null) {
      Set<String> names = new LinkedHashSet<>(List.of(type));
      Queue<String> next = new ArrayDeque<>(names);
      while (!next.isEmpty() && names.size() < MAX_SUPERTYPES) {
        ScannedType each = scan.find(next.remove());
        if (each != null) {
          each.supertypes().stream().filter(names::add).forEach(next::add);
        }
      }
      known = scan.known(names);
      hierarchies.put(type, known);
    }
    return known;
  }
}
