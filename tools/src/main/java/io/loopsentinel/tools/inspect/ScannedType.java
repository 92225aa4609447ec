package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.Opcodes;

/**
 * A class or interface, as far as its class file helps to rank methods.
 *
 * @param name its internal name, like all type names in this record
 * @param members the types of its fields and of its methods without parameters, by name
 */
record ScannedType(
    String name, int access, Map<String, String> members, List<ScannedMethod> methods) {

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }

  /** Returns its name as written in targets ({@code a.b.C$D}). */
  String binaryName() {
    return name.replace('/', '.');
  }

  Words words() {
    return Words.of(name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1));
  }
}
