package io.loopsentinel.tools.inspect;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/** The calls between methods, by the method that the instruction names. */
final class CallGraph {

  private final Map<MethodRef, Set<MethodRef>> callers = new HashMap<>();
  private final Set<MethodRef> calledInLoops = new HashSet<>();

  CallGraph(ClassScan scan) {
    for (ScannedType type : scan.types()) {
      for (ScannedMethod caller : type.methods()) {
        for (MethodRef callee : caller.calls()) {
          callers.computeIfAbsent(callee, each -> new HashSet<>()).add(caller.ref());
        }
        calledInLoops.addAll(caller.callsInLoop());
      }
    }
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
}
