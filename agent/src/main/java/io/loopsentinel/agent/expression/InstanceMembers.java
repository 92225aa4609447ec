package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Node.MemberName;
import io.loopsentinel.agent.expression.Overloads.Choice;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Resolves what is read from an object and what is called on it, by a type of that object. */
final class InstanceMembers {

  /*
   * On a Map, `.name` is the key "name". The one exception are public methods that the class of the
   * Map adds to what every Map has: a class Conversation extends HashMap with getUser() has a
   * property user. Otherwise `.size` or `.threshold` would be one thing on a HashMap and another on
   * the next Map; methods are still called as `.size()`.
   */
  private static final Set<String> MAP_METHODS =
      Set.of(
          "size",
          "getSize",
          "isEmpty",
          "keySet",
          "getKeys",
          "values",
          "getValues",
          "entrySet",
          "getEntries",
          "hashCode",
          "toString",
          "getClass");

  private final Handles handles;

  InstanceMembers(Handles handles) {
    this.handles = handles;
  }

  /** Returns how {@code .name} is read, {@code (Object)Object}; null if the type has none. */
  @Nullable Resolved property(Class<?> type, MemberName name) throws ExpressionException {
    if (type.isArray() && name.text().equals("length")) {
      return new Resolved(Handles.generic(MethodHandles.arrayLength(type)), Integer.class);
    }
    Members members = Members.ofInstance(type);
    boolean isMap = Map.class.isAssignableFrom(type);
    Member member = isMap ? addedToMap(members, name.text()) : members.property(name.text());
    try {
      if (member instanceof Method method) {
        return new Resolved(handles.reader(type, method), Conversion.boxed(method.getReturnType()));
      }
      if (member instanceof Field field) {
        return new Resolved(handles.reader(field), Conversion.boxed(field.getType()));
      }
    } catch (IllegalAccessException closed) {
      throw Problems.inaccessible(member, closed, name.offset());
    }
    return isMap
        ? new Resolved(
            new MemberHandle(() -> MethodHandles.insertArguments(mapGet(), 1, name.text())),
            Object.class)
        : null;
  }

  /**
   * Returns how a method is called, {@code (Object)Object} if without arguments and {@code
   * (Object[])Object} otherwise; null if none has that name.
   */
  @Nullable Resolved call(Class<?> type, MemberName name, List<Operand> arguments)
      throws ExpressionException {
    List<Method> candidates = Members.ofInstance(type).methods(name.text());
    if (candidates.isEmpty()) {
      return null;
    }
    Choice choice = Overloads.choose(candidates, arguments, name.offset());
    Method method = (Method) choice.executable();
    try {
      return new Resolved(
          handles.call(type, choice, arguments, name.offset()),
          Conversion.boxed(method.getReturnType()));
    } catch (IllegalAccessException closed) {
      throw Problems.inaccessible(method, closed, name.offset());
    }
  }

  private static @Nullable Member addedToMap(Members members, String name) {
    Method method = members.accessor(name);
    return method != null
            && Modifier.isPublic(method.getModifiers())
            && !method.getDeclaringClass().getName().startsWith("java.")
            && !MAP_METHODS.contains(method.getName())
        ? method
        : null;
  }

  private static MethodHandle mapGet() {
    try {
      MethodHandle handle =
          MethodHandles.publicLookup().unreflect(Map.class.getMethod("get", Object.class));
      return handle.asType(handle.type().generic());
    } catch (ReflectiveOperationException impossible) {
      throw new LinkageError("Map.get", impossible);
    }
  }
}
