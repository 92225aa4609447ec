package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.CallSite;
import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.MethodRef;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which method calls which, by the class hierarchy (Dean, Grove and Chambers, 1995): a call may go
 * to the method it names and to all that override it. Calls through much-implemented types are
 * taken to go to the named method only, or everything would seem to call everything.
 */
final class CallGraph {

  private static final int MOST_OVERRIDES = 12;

  private final TypeIndex index;
  private final Map<MethodRef, Set<MethodRef>> callers = new HashMap<>();
  private final Set<MethodRef> calledInLoops = new HashSet<>();
  private final Map<MethodRef, List<MethodRef>> resolved = new HashMap<>();

  CallGraph(TypeIndex index) {
    this.index = index;
    for (TypeModel type : index.all()) {
      for (MethodModel method : type.methods()) {
        method.body().calls().forEach(call -> add(method.ref(), call));
      }
    }
  }

  /** Returns the methods that call a method. */
  Set<MethodRef> callersOf(MethodRef method) {
    return callers.getOrDefault(method, Set.of());
  }

  /** Whether some method calls it in a loop. */
  boolean isCalledInLoop(MethodRef method) {
    return calledInLoops.contains(method);
  }

  /** Returns the methods that lead to others within some calls, with the number of calls. */
  Map<MethodRef, Integer> leadingTo(Collection<MethodRef> methods, int depth) {
    Map<MethodRef, Integer> found = new HashMap<>();
    ArrayDeque<MethodRef> open = new ArrayDeque<>(new LinkedHashSet<>(methods));
    methods.forEach(method -> found.put(method, 0));
    while (!open.isEmpty()) {
      MethodRef method = open.remove();
      int next = found.getOrDefault(method, 0) + 1;
      if (next <= depth) {
        for (MethodRef caller : callersOf(method)) {
          if (found.putIfAbsent(caller, next) == null) {
            open.add(caller);
          }
        }
      }
    }
    return found;
  }

  private void add(MethodRef caller, CallSite call) {
    for (MethodRef callee : resolved.computeIfAbsent(call.callee(), this::resolve)) {
      callers.computeIfAbsent(callee, each -> new LinkedHashSet<>()).add(caller);
      if (call.inLoop()) {
        calledInLoops.add(callee);
      }
    }
  }

  private List<MethodRef> resolve(MethodRef named) {
    List<MethodRef> found = new ArrayList<>();
    MethodRef declared = declared(named, named.owner());
    if (declared != null) {
      found.add(declared);
    }
    if (!named.isConstructor()) {
      List<MethodRef> overrides = new ArrayList<>();
      collectOverrides(named, named.owner(), overrides);
      if (overrides.size() <= MOST_OVERRIDES) {
        found.addAll(overrides);
      }
    }
    return List.copyOf(found);
  }

  private @Nullable MethodRef declared(MethodRef named, String owner) {
    TypeModel type = index.find(owner);
    if (type == null) {
      return null;
    }
    MethodRef own = named.in(owner);
    if (declares(type, own)) {
      return own;
    }
    List<String> ancestors = new ArrayList<>(type.interfaces());
    if (type.superName() != null) {
      ancestors.add(0, type.superName());
    }
    for (String ancestor : ancestors) {
      MethodRef found = declared(named, ancestor);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private void collectOverrides(MethodRef named, String owner, List<MethodRef> found) {
    for (TypeModel subtype : index.directSubtypes(owner)) {
      if (found.size() > MOST_OVERRIDES) {
        return;
      }
      MethodRef override = named.in(subtype.name());
      if (declares(subtype, override)) {
        found.add(override);
      }
      collectOverrides(named, subtype.name(), found);
    }
  }

  private static boolean declares(TypeModel type, MethodRef method) {
    return type.methods().stream().anyMatch(each -> each.ref().equals(method));
  }
}
