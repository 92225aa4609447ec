package io.loopsentinel.tools.inspect;

import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method as declared in a class file.
 *
 * @param signature its generic signature, or {@code null} if the class file has none
 * @param annotations descriptors of its annotations
 * @param parameterNames one for each parameter; an empty string if the class file does not have it
 */
public record MethodModel(
    MethodRef ref,
    @Nullable String signature,
    int access,
    List<String> annotations,
    List<String> parameterNames,
    MethodBody body) {

  /** Returns a copy whose future has a value type, given by its internal name. */
  MethodModel withFutureType(String value) {
    String descriptor = ref.descriptor();
    String result = descriptor.substring(0, descriptor.length() - 1) + "<L" + value + ";>;";
    return new MethodModel(ref, result, access, annotations, parameterNames, body);
  }

  public String name() {
    return ref.name();
  }

  public String descriptor() {
    return ref.descriptor();
  }

  Words words() {
    return Words.of(name());
  }

  boolean isStatic() {
    return Modifier.isStatic(access);
  }

  boolean isAbstract() {
    return Modifier.isAbstract(access);
  }

  boolean isPrivate() {
    return Modifier.isPrivate(access);
  }

  /** Returns whether it is generated to call a method with the same name and other types. */
  boolean isBridge() {
    return (access & Opcodes.ACC_BRIDGE) != 0;
  }

  /** Returns whether it is generated, such as the body of a lambda expression. */
  boolean isSynthetic() {
    return (access & Opcodes.ACC_SYNTHETIC) != 0;
  }

  /** Returns whether it has a body and is not a constructor or initializer. */
  public boolean isGuardable() {
    return !isAbstract() && !Modifier.isNative(access) && name().charAt(0) != '<';
  }

  boolean hasParameters() {
    return descriptor().charAt(1) != ')';
  }

  /** Returns the operand index of {@code this}, or of {@code arg} and a number, in a call. */
  int operandIndex(String variable) {
    return variable.equals("this")
        ? 0
        : Integer.parseInt(variable.substring("arg".length())) + (isStatic() ? 0 : 1);
  }

  Type[] parameters() {
    return Type.getArgumentTypes(descriptor());
  }

  Type result() {
    return Type.getReturnType(descriptor());
  }
}
