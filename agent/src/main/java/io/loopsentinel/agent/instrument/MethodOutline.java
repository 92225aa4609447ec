package io.loopsentinel.agent.instrument;

import java.lang.reflect.Modifier;
import java.util.List;

/**
 * A method as a class file declares it.
 *
 * @param name its name
 * @param descriptor its parameter and result types (JVMS 4.3.3)
 * @param access its access flags (JVMS 4.6)
 * @param annotations descriptors of its annotations that are kept in the class file
 */
record MethodOutline(String name, String descriptor, int access, List<String> annotations) {

  private static final int BRIDGE = 0x0040;

  /** Whether there is a body to guard, and not a constructor's or initializer's. */
  boolean isGuardable() {
    return !isAbstract() && !Modifier.isNative(access) && name.charAt(0) != '<';
  }

  boolean isAbstract() {
    return Modifier.isAbstract(access);
  }

  /** Whether the compiler made it to call a method of the same name with other types. */
  boolean isBridge() {
    return (access & BRIDGE) != 0;
  }
}
