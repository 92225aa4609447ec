package io.loopsentinel.tools.inspect;

import org.objectweb.asm.Handle;

/**
 * A method by its name, as instructions refer to one.
 *
 * @param owner internal name of the class that is named in the call
 */
public record MethodRef(String owner, String name, String descriptor) {

  static MethodRef of(Handle handle) {
    return new MethodRef(handle.getOwner(), handle.getName(), handle.getDesc());
  }

  /** Returns the same method as another class would declare it. */
  MethodRef in(String otherOwner) {
    return new MethodRef(otherOwner, name, descriptor);
  }

  boolean isConstructor() {
    return name.equals("<init>");
  }
}
