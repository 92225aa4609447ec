package io.loopsentinel.tools.inspect;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * A class or interface, as far as its class file helps to rank methods.
 *
 * @param name its internal name, like all type names in this record
 * @param members the types of its fields and of its methods without parameters, by name
 * @param mentioned the types in the descriptors and signatures of its members
 */
record ScannedType(
    String name,
    int access,
    @Nullable String superName,
    List<String> interfaces,
    Map<String, String> members,
    Set<String> mentioned,
    List<ScannedMethod> methods) {

  boolean isInterface() {
    return (access & Opcodes.ACC_INTERFACE) != 0;
  }

  Stream<String> supertypes() {
    return Stream.concat(Stream.ofNullable(superName), interfaces.stream());
  }

  /** Returns whether an instance can be created from a text alone. */
  boolean isBuiltFromText() {
    return methods.stream()
        .anyMatch(
            each ->
                (each.isConstructor() || (each.isStatic() && each.returns().equals(name)))
                    && each.parameters().contains(Kinds.TEXT));
  }

  /** Returns its name as written in targets ({@code a.b.C$D}). */
  String binaryName() {
    return name.replace('/', '.');
  }

  Words words() {
    return Words.of(name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('$')) + 1));
  }

  /** Returns the markers in the texts of all its methods. */
  Set<String> markers() {
    Set<String> all = new TreeSet<>();
    methods.forEach(each -> all.addAll(each.markers()));
    return all;
  }

  /** Creates the record of a class whose members are still to come. */
  static ScannedType empty(
      String name, int access, @Nullable String superName, List<String> interfaces) {
    return new ScannedType(
        name,
        access,
        superName,
        interfaces,
        new LinkedHashMap<>(),
        new TreeSet<>(),
        new ArrayList<>());
  }
}
