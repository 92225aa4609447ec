package io.loopsentinel.agent.command.inspect.model;

import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A method as a class file declares it.
 *
 * @param signature its generic signature, where the compiler left one
 * @param annotations internal names of its annotations
 * @param parameterNames the names of its parameters; empty where the class file does not have them
 */
public record MethodModel(
    MethodRef ref,
    @Nullable String signature,
    int access,
    List<String> annotations,
    List<String> parameterNames,
    MethodBody body) {

  private static final int BRIDGE = 0x0040;
  private static final int SYNTHETIC = 0x1000;

  public String name() {
    return ref.name();
  }

  public String descriptor() {
    return ref.descriptor();
  }

  public boolean isStatic() {
    return Modifier.isStatic(access);
  }

  public boolean isAbstract() {
    return Modifier.isAbstract(access);
  }

  public boolean isPrivate() {
    return Modifier.isPrivate(access);
  }

  public boolean isPublic() {
    return Modifier.isPublic(access);
  }

  /** Whether the compiler made it to call one of the same name with other types. */
  public boolean isBridge() {
    return (access & BRIDGE) != 0;
  }

  /** Whether the compiler made it, as it makes the bodies of lambda expressions. */
  public boolean isSynthetic() {
    return (access & SYNTHETIC) != 0;
  }

  /** Whether it has a body, and is no constructor or initializer. */
  public boolean isGuardable() {
    return !isAbstract() && !Modifier.isNative(access) && name().charAt(0) != '<';
  }

  /** Whether it is one of Kotlin's suspend functions. */
  public boolean isSuspend() {
    return descriptor().endsWith("Lkotlin/coroutines/Continuation;)Ljava/lang/Object;");
  }

  public Type[] parameters() {
    return Type.getArgumentTypes(descriptor());
  }

  public Type result() {
    return Type.getReturnType(descriptor());
  }

  /** Returns the name of a parameter, empty where it is not known. */
  public String parameterName(int index) {
    return index < parameterNames.size() ? parameterNames.get(index) : "";
  }
}
