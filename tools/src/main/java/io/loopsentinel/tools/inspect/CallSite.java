package io.loopsentinel.tools.inspect;

import java.util.List;

/**
 * A call of a method outside the JDK, or a lambda expression, which is taken for a call of its
 * body.
 *
 * @param isStatic whether it is called without an object
 * @param operands the object that is called, if there is one, and what is passed or captured; empty
 *     where that is not known
 */
record CallSite(MethodRef callee, boolean isStatic, boolean inLoop, List<Value> operands) {

  /** Returns what is passed. */
  List<Value> arguments() {
    return operands.subList(isStatic || operands.isEmpty() ? 0 : 1, operands.size());
  }

  /** Whether what it makes tells of a failure, whatever it is called. */
  boolean indicatesFailure() {
    return arguments().stream().anyMatch(Value::failure);
  }
}
