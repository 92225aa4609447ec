package io.loopsentinel.agent.command.inspect;

import java.util.List;

/**
 * A call of a method outside the JDK.
 *
 * @param isStatic whether it is called without an object
 * @param inHandler whether it stands where an exception is handled
 * @param arguments what is passed to a call that makes something; empty for others
 * @param operands the object that is called, if there is one, and what is passed or captured; empty
 *     where that is not known
 */
record CallSite(
    MethodRef callee,
    boolean isStatic,
    boolean inLoop,
    boolean inHandler,
    List<Value> arguments,
    List<Value> operands) {

  /** Whether what it makes tells of a failure, whatever it is called. */
  boolean tellsOfFailure() {
    return inHandler || arguments.stream().anyMatch(Value::failure);
  }
}
