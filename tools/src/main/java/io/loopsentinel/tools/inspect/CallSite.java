package io.loopsentinel.tools.inspect;

import java.util.List;

/**
 * A call of a method outside the JDK, or a lambda expression, which counts as a call of its body.
 *
 * @param isStatic whether the call has no receiver
 * @param operands the receiver, if any, and the passed or captured values; empty if not known
 */
record CallSite(MethodRef callee, boolean isStatic, boolean inLoop, List<Value> operands) {

  /** Returns the operands without the receiver. */
  List<Value> arguments() {
    return operands.subList(isStatic || operands.isEmpty() ? 0 : 1, operands.size());
  }

  /** Returns whether an argument is a text about a failure. */
  boolean indicatesFailure() {
    return arguments().stream().anyMatch(Value::failure);
  }
}
