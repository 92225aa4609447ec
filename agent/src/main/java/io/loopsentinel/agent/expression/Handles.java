package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Overloads.Choice;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes method handles of members, all with {@link Object} in place of every type.
 *
 * <p>What is public is reached through {@link MethodHandles#publicLookup()}, on a public supertype
 * if need be, so that no module has to be opened for it; the rest through {@link MemberAccess}.
 */
final class Handles {

  private final MemberAccess access;

  Handles(MemberAccess access) {
    this.access = access;
  }

  /** Returns a handle {@code (Object)Object} that calls a method without parameters. */
  MemberHandle reader(Class<?> receiver, Method method) throws IllegalAccessException {
    return generic(find(receiver, method));
  }

  /** Returns a handle {@code (Object)Object}, or {@code ()Object} for a static field. */
  MemberHandle reader(Field field) throws IllegalAccessException {
    return generic(find(field));
  }

  /**
   * Returns a handle {@code (Object[])Object} that takes the arguments of a call, after its
   * receiver where it has one; void gives {@code null}. Where there is a receiver and nothing else
   * the handle is {@code (Object)Object}, so that no array is needed.
   *
   * @param receiver the type of the receiver; ignored where there is none
   * @param offset where the call stands in its expression
   */
  MemberHandle call(Class<?> receiver, Choice choice, List<Operand> arguments, int offset)
      throws IllegalAccessException {
    MethodHandle direct = find(receiver, choice.executable());
    return new MemberHandle(() -> fit(direct.asFixedArity(), choice, arguments, offset));
  }

  /** Returns a handle of its parameters and result as {@link Object}. */
  static MemberHandle generic(MethodHandle direct) {
    return new MemberHandle(() -> direct.asType(direct.type().generic()));
  }

  private static MethodHandle fit(
      MethodHandle direct, Choice choice, List<Operand> arguments, int offset) {
    MethodHandle handle = direct;
    int receivers = handle.type().parameterCount() - choice.executable().getParameterCount();
    if (choice.spread()) {
      int fixed = choice.executable().getParameterCount() - 1;
      handle =
          handle.asCollector(
              handle.type().parameterType(receivers + fixed), arguments.size() - fixed);
    }
    handle = handle.asType(handle.type().generic());
    for (int i = 0; i < arguments.size(); i++) {
      Class<?> parameter = choice.parameter(i);
      if (Conversion.isNeeded(arguments.get(i), parameter)) {
        String label = "argument " + (i + 1) + " of " + Overloads.label(choice.executable());
        handle =
            MethodHandles.filterArguments(
                handle, receivers + i, Conversion.filter(parameter, label, offset));
      }
    }
    return receivers == 1 && arguments.isEmpty()
        ? handle
        : handle.asSpreader(Object[].class, receivers + arguments.size());
  }

  private MethodHandle find(Class<?> receiver, Executable executable)
      throws IllegalAccessException {
    if (executable instanceof Constructor<?> constructor) {
      return find(constructor);
    }
    Method method = (Method) executable;
    if (Modifier.isPublic(method.getModifiers())) {
      // A static method of a supertype would be another one.
      Set<Class<?>> types =
          Modifier.isStatic(method.getModifiers())
              ? Set.of(method.getDeclaringClass())
              : Members.supertypes(receiver);
      for (Class<?> type : types) {
        MethodHandle handle = publicHandle(type, method);
        if (handle != null) {
          return handle;
        }
      }
    }
    return access.lookupIn(method.getDeclaringClass()).unreflect(method);
  }

  private static @Nullable MethodHandle publicHandle(Class<?> type, Method method) {
    try {
      return MethodHandles.publicLookup()
          .unreflect(type.getDeclaredMethod(method.getName(), method.getParameterTypes()));
    } catch (NoSuchMethodException | IllegalAccessException | LinkageError notHere) {
      return null;
    }
  }

  private MethodHandle find(Constructor<?> constructor) throws IllegalAccessException {
    try {
      return MethodHandles.publicLookup().unreflectConstructor(constructor);
    } catch (IllegalAccessException notPublic) {
      return access.lookupIn(constructor.getDeclaringClass()).unreflectConstructor(constructor);
    }
  }

  private MethodHandle find(Field field) throws IllegalAccessException {
    try {
      return MethodHandles.publicLookup().unreflectGetter(field);
    } catch (IllegalAccessException notPublic) {
      return access.lookupIn(field.getDeclaringClass()).unreflectGetter(field);
    }
  }
}
