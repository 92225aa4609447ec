package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The calls by which an application creates its own objects. An object created from a text about a
 * failure indicates a failure, regardless of its name.
 */
final class Uses {

  private final Map<MethodRef, List<CallSite>> sites;

  Uses(TypeIndex index) {
    sites =
        index
            .methods()
            .flatMap(method -> method.body().calls().stream())
            .filter(call -> !call.arguments().isEmpty())
            .collect(Collectors.groupingBy(CallSite::callee));
  }

  /** Returns the fraction of the calls of a method with a text about a failure, from 0 to 1. */
  double failureRate(MethodRef method) {
    return calls(method).mapToInt(call -> call.indicatesFailure() ? 1 : 0).average().orElse(0);
  }

  /** Returns the internal name of the only type passed at an index; empty if of the JDK. */
  Optional<String> passedType(MethodRef method, int index) {
    Set<String> passed =
        passed(method, index)
            .flatMap(value -> Stream.ofNullable(value.type()))
            .filter(type -> !type.equals("java/lang/Object"))
            .collect(Collectors.toSet());
    return passed.size() == 1
        ? passed.stream().filter(type -> !type.startsWith("java/")).findFirst()
        : Optional.empty();
  }

  boolean passesNull(MethodRef method, int index) {
    return passed(method, index).anyMatch(value -> value.constant() == Value.NULL);
  }

  boolean passesEmpty(MethodRef method, int index) {
    return passed(method, index).anyMatch(value -> value.constant() == Value.EMPTY);
  }

  private Stream<Value> passed(MethodRef method, int index) {
    return calls(method).map(call -> call.arguments().get(index));
  }

  private Stream<CallSite> calls(MethodRef method) {
    return sites.getOrDefault(method, List.of()).stream();
  }
}
