package io.loopsentinel.agent.command.inspect.model;

import java.util.List;

/**
 * A call of a method outside the JDK.
 *
 * @param callee the method
 * @param isStatic whether it is called without an object
 * @param inLoop whether it stands in a loop
 * @param inHandler whether it stands where an exception is handled
 * @param arguments what is passed; empty where nothing is known
 */
public record CallSite(
    MethodRef callee, boolean isStatic, boolean inLoop, boolean inHandler, List<Value> arguments) {}
