package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * A class or interface, as far as its class file helps to rank methods.
 *
 * @param name its internal name, like all type names in this record
 * @param supertypes its superclass and interfaces
 * @param members the types of its fields and of its methods without parameters, by name
 * @param mentioned the types in the signatures of its fields and methods without parameters
 */
record ScannedType(
    String name,
    int access,
    List<String> supertypes,
    Map<String, String> members,
    Set<String> mentioned,
    List<ScannedMethod> methods) {

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }

  /** Returns whether a constructor or a factory method takes a text. */
  boolean isBuiltFromText() {
    return methods.stream()
        .filter(
            each ->
                each.name().equals("<init>")
                    || (each.has(Opcodes.ACC_STATIC) && each.returns().equals(name)))
        .anyMatch(each -> each.parameters().contains(Kinds.TEXT));
  }

  /** Returns its name as written in targets ({@code a.b.C$D}). */
  String binaryName() {
    return name.replace('/', '.');
  }

  Words words() {
    return Words.of(name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1));
  }
}
