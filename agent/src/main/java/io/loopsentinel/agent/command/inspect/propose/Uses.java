package io.loopsentinel.agent.command.inspect.propose;

import io.loopsentinel.agent.command.inspect.model.CallSite;
import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.MethodRef;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.command.inspect.model.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How an application itself makes its objects. What is made where an exception is handled, or of a
 * text that tells of a failure, tells of one too, whatever its name is.
 */
final class Uses {

  private final Map<MethodRef, List<CallSite>> sites = new HashMap<>();

  /** Looks through the methods of some types. */
  Uses(Collection<TypeModel> types) {
    for (TypeModel type : types) {
      for (MethodModel method : type.methods()) {
        for (CallSite call : method.body().calls()) {
          if (!call.arguments().isEmpty()) {
            sites.computeIfAbsent(call.callee(), callee -> new ArrayList<>()).add(call);
          }
        }
      }
    }
  }

  /** Returns which part of the calls of a method tell of a failure, from 0 to 1. */
  double failures(MethodRef method) {
    List<CallSite> calls = sites.getOrDefault(method, List.of());
    return calls.isEmpty()
        ? 0
        : (double) calls.stream().filter(Uses::tellsOfFailure).count() / calls.size();
  }

  /** Returns the constant that calls which tell of a failure pass at an index. */
  Optional<Integer> constantOfFailures(MethodRef method, int index) {
    return sites.getOrDefault(method, List.of()).stream()
        .filter(Uses::tellsOfFailure)
        .map(call -> call.arguments().get(index).constant())
        .filter(Integer.class::isInstance)
        .map(Integer.class::cast)
        .findFirst();
  }

  /** Returns the internal name of a type outside the JDK that is passed at an index. */
  Optional<String> typeAt(MethodRef method, int index) {
    return values(method, index).stream()
        .map(Value::type)
        .filter(type -> type != null && !type.startsWith("java/"))
        .map(type -> type)
        .findFirst();
  }

  /** Whether what is passed at an index tells of a failure: so that is where the text goes. */
  boolean takesFailureAt(MethodRef method, int index) {
    return values(method, index).stream().anyMatch(Value::failure);
  }

  private List<Value> values(MethodRef method, int index) {
    return sites.getOrDefault(method, List.of()).stream()
        .map(call -> call.arguments().get(index))
        .toList();
  }

  private static boolean tellsOfFailure(CallSite call) {
    return call.inHandler() || call.arguments().stream().anyMatch(Value::failure);
  }
}
