package io.loopsentinel.tools.inspect;

import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method as a class file declares it.
 *
 * @param signature its generic signature, where the compiler left one
 * @param annotations descriptors of its annotations
 * @param parameterNames one for each parameter; empty where the class file does not have it
 */
public record MethodModel(
    MethodRef ref,
    @Nullable String signature,
    int access,
    List<String> annotations,
    List<String> parameterNames,
    MethodBody body) {

  /** Returns this method as one whose future gives values of a type, by its internal name. */
  MethodModel withFutureType(String value) {
    String descriptor = ref.descriptor();
    String result = descriptor.substring(0, descriptor.length() - 1) + "<L" + value + ";>;";
    return new MethodModel(ref, result, access, annotations, parameterNames, body);
  }

  /** Returns its name. */
  public String name() {
    return ref.name();
  }

  /** Returns its descriptor. */
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

  /** Whether the compiler made it to call one of the same name with other types. */
  boolean isBridge() {
    return (access & Opcodes.ACC_BRIDGE) != 0;
  }

  /** Whether the compiler made it, as it makes the bodies of lambda expressions. */
  boolean isSynthetic() {
    return (access & Opcodes.ACC_SYNTHETIC) != 0;
  }

  /** Returns whether it has a body, and is no constructor or initializer. */
  public boolean isGuardable() {
    return !isAbstract() && !Modifier.isNative(access) && name().charAt(0) != '<';
  }

  boolean hasParameters() {
    return descriptor().charAt(1) != ')';
  }

  /** Returns the index among a call's operands of {@code this}, or of {@code arg} and a number. */
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
