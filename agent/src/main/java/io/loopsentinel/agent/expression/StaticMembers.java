package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Node.MemberName;
import io.loopsentinel.agent.expression.Overloads.Choice;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;

/** Resolves static fields, static methods and constructors. */
final class StaticMembers {

  private final Handles handles;

  StaticMembers(Handles handles) {
    this.handles = handles;
  }

  /** Returns how a static field or enum constant is read, {@code ()Object}. */
  Resolved field(Class<?> type, MemberName name) throws ExpressionException {
    Field field = Members.ofType(type).field(name.text());
    if (field == null) {
      throw name.text().equals("new")
          ? new ExpressionException(
              "a new object is written new " + type.getName() + "() with its arguments",
              name.offset())
          : Problems.noStaticField(type, name);
    }
    try {
      return new Resolved(handles.reader(field), Conversion.boxed(field.getType()));
    } catch (IllegalAccessException closed) {
      throw Problems.inaccessible(field, closed, name.offset());
    }
  }

  /** Returns how a static method is called, {@code (Object[])Object}. */
  Resolved call(Class<?> type, MemberName name, List<Operand> arguments)
      throws ExpressionException {
    List<Method> candidates = Members.ofType(type).methods(name.text());
    if (candidates.isEmpty()) {
      throw Problems.noStaticMethod(type, name);
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

  /** Returns how an object is made, {@code (Object[])Object}. */
  Resolved construction(Class<?> type, int offset, List<Operand> arguments)
      throws ExpressionException {
    List<Constructor<?>> candidates = constructors(type, offset);
    if (candidates.isEmpty() || Modifier.isAbstract(type.getModifiers()) || type.isEnum()) {
      throw new ExpressionException(
          type.getTypeName()
              + " is abstract, an interface or an enum and has no objects of its own; name a class"
              + " or call one of its static methods with ::",
          offset);
    }
    Choice choice = Overloads.choose(candidates, arguments, offset);
    try {
      return new Resolved(handles.call(type, choice, arguments, offset), type);
    } catch (IllegalAccessException closed) {
      throw Problems.inaccessible(choice.executable(), closed, offset);
    }
  }

  private static List<Constructor<?>> constructors(Class<?> type, int offset)
      throws ExpressionException {
    try {
      // Compilers add synthetic ones, for default arguments in Kotlin; they are not to be called.
      return Stream.<Constructor<?>>of(type.getDeclaredConstructors())
          .filter(constructor -> !constructor.isSynthetic())
          .toList();
    } catch (LinkageError missingType) {
      throw new ExpressionException(
          "the constructors of " + type.getTypeName() + " cannot be read: " + missingType,
          offset,
          missingType);
    }
  }
}
