package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The flow of a value into a call of an object that is found by a key, such as the flow of
 * arguments into a tool that is found by name.
 *
 * @param key the path of the value by which the called object is found
 * @param value the path of the value that is passed, or from which the passed value is made
 */
record ArgumentFlow(String key, String value) {

  static final int MAX_DEPTH = 2;

  static Stream<ArgumentFlow> between(Set<String> keys, Set<String> values) {
    return keys.stream().flatMap(key -> values.stream().map(value -> new ArgumentFlow(key, value)));
  }

  /** Returns the flows in a method and, to a depth, in its callees, with paths of the method. */
  static Stream<ArgumentFlow> of(MethodModel method, Types types, int depth) {
    Stream<ArgumentFlow> own = method.body().argumentFlows().stream();
    return depth == 0
        ? own
        : Stream.concat(
            own,
            method.body().calls().stream()
                .filter(call -> !call.operands().isEmpty() && !call.callee().isConstructor())
                .flatMap(call -> ofCall(call, types, depth)));
  }

  private static Stream<ArgumentFlow> ofCall(CallSite call, Types types, int depth) {
    return Optional.ofNullable(types.find(call.callee().owner()))
        .flatMap(type -> type.declared(call.callee()))
        .stream()
        .flatMap(
            callee ->
                of(callee, types, depth - 1)
                    .flatMap(
                        each ->
                            between(
                                atCallSite(each.key, callee, call.operands()),
                                atCallSite(each.value, callee, call.operands()))));
  }

  /** Converts a path in a callee to paths at its call site. */
  private static Set<String> atCallSite(String path, MethodModel callee, List<Value> operands) {
    String root = path.split("\\.", 2)[0];
    int index = callee.operandIndex(root);
    if (index >= operands.size()) {
      return Set.of();
    }
    Value operand = operands.get(index);
    return operand.path() == null
        ? operand.sources()
        : Set.of(operand.path() + path.substring(root.length()));
  }

  /** Returns whether arguments, or an object with both, reach what is found by the name. */
  boolean connects(Source name, Source args) {
    return key.equals(name.path())
        && (value.equals(args.path())
            || (args.path().startsWith(value + ".") && key.startsWith(value + ".")));
  }
}
