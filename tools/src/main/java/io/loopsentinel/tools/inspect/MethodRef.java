package io.loopsentinel.tools.inspect;

/**
 * A symbolic reference to a method, as in an instruction.
 *
 * @param owner the internal name of the class that the call names
 */
record MethodRef(String owner, String name, String descriptor) {}
