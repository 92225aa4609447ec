package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method, and the facts in its instructions.
 *
 * @param calls the methods that it calls, except those of the JDK
 * @param callsInLoop those of them that it calls in a loop
 * @param texts its texts that occur in requests to models or their responses
 * @param looksUp whether it looks something up in a Map
 * @param reflects whether it invokes a method by reflection
 * @param sends whether it uses an HTTP client
 */
record ScannedMethod(
    MethodRef ref,
    int access,
    Set<MethodRef> calls,
    Set<MethodRef> callsInLoop,
    Set<String> texts,
    boolean looksUp,
    boolean reflects,
    boolean sends) {

  String name() {
    return ref.name();
  }

  Words words() {
    return Words.of(name());
  }

  boolean isAbstract() {
    return has(Opcodes.ACC_ABSTRACT);
  }

  boolean has(int flag) {
    return (access & flag) != 0;
  }

  /** Returns whether a target may name it: it is in the source and no constructor. */
  boolean isDeclaredInSource() {
    return !has(Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC)
        && !name().contains("$")
        && !name().startsWith("<");
  }

  /** Returns the internal names of the parameters' types; those of primitive types are short. */
  List<String> parameters() {
    return Stream.of(Type.getArgumentTypes(ref.descriptor())).map(Type::getInternalName).toList();
  }

  /** Returns the internal name of the type that it returns. */
  String returns() {
    return Type.getReturnType(ref.descriptor()).getInternalName();
  }
}
