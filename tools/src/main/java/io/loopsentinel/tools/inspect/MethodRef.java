package io.loopsentinel.tools.inspect;

import org.objectweb.asm.Handle;

/**
 * A symbolic reference to a method, as in an instruction.
 *
 * @param owner the internal name of the class that the call names
 */
public record MethodRef(String owner, String name, String descriptor) {

  static MethodRef of(Handle handle) {
    return new MethodRef(handle.getOwner(), handle.getName(), handle.getDesc());
  }

  /** Returns a reference to the method with the same name and descriptor in another class. */
  MethodRef in(String otherOwner) {
    return new MethodRef(otherOwner, name, descriptor);
  }

  boolean isConstructor() {
    return name.equals("<init>");
  }
}
