package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * A method, and the facts in its instructions.
 *
 * @param parameterNames the names of its parameters; empty if they are not known
 * @param calls the methods that it calls, except those of the JDK
 * @param callsInLoop those of them that it calls in a loop
 * @param markers the {@linkplain Markers markers} in its texts
 * @param looksUp whether it looks something up in a Map
 * @param reflects whether it calls a method by reflection or through a function of the JDK
 * @param sends whether it uses an HTTP client
 */
record ScannedMethod(
    MethodRef ref,
    int access,
    List<String> parameterNames,
    Set<MethodRef> calls,
    Set<MethodRef> callsInLoop,
    Set<String> markers,
    boolean looksUp,
    boolean reflects,
    boolean sends) {

  String name() {
    return ref.name();
  }

  Words words() {
    return Words.of(name());
  }

  boolean isConstructor() {
    return ref.isConstructor();
  }

  boolean isStatic() {
    return (access & Opcodes.ACC_STATIC) != 0;
  }

  boolean isPublic() {
    return (access & Opcodes.ACC_PUBLIC) != 0;
  }

  boolean isAbstract() {
    return (access & Opcodes.ACC_ABSTRACT) != 0;
  }

  /** Returns whether the compiler generated it; the body of a lambda expression is not meant. */
  boolean isGenerated() {
    return (access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC)) != 0 || name().contains("$");
  }

  /** Returns whether a subclass may override it. */
  boolean isVirtual() {
    return (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0 && !isConstructor();
  }

  /** Returns the internal names of the parameters' types; those of primitive types are short. */
  List<String> parameters() {
    return Stream.of(Type.getArgumentTypes(ref.descriptor())).map(Type::getInternalName).toList();
  }

  /** Returns the internal name of the type that it returns. */
  String returns() {
    return Type.getReturnType(ref.descriptor()).getInternalName();
  }

  /** Returns the words in the name of a parameter, or of its type if the name is not known. */
  Words words(int parameter) {
    String type = parameters().get(parameter);
    return Words.of(
        parameter < parameterNames.size()
            ? parameterNames.get(parameter)
            : type.substring(type.lastIndexOf('/') + 1));
  }
}
