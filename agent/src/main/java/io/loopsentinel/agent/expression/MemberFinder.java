package io.loopsentinel.agent.expression;

import io.loopsentinel.agent.expression.Evaluator.Operand;
import io.loopsentinel.agent.expression.Node.Name;
import io.loopsentinel.agent.expression.Overloads.Choice;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the members that an expression names, and how they are read and called.
 *
 * <p>What is public is reached on a public supertype if need be, so that no module has to be opened
 * for it; the rest through {@link MemberAccess}.
 */
final class MemberFinder {

  /**
   * Reads or calls a member; immutable, and refers to nothing but the member. The receiver is
   * {@code null} where it has none, the arguments need not be of its parameters' types yet, and
   * what it throws is passed on as it is.
   */
  interface Invoker {
    @Nullable Object invoke(@Nullable Object receiver, @Nullable Object[] arguments)
        throws Throwable;
  }

  /**
   * A member that was found.
   *
   * @param type the static type of its value, boxed; {@link Void} where it has none
   */
  record Found(Invoker invoker, Class<?> type) {}

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

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

  private final MemberAccess access;

  MemberFinder(MemberAccess access) {
    this.access = access;
  }

  /**
   * Returns what {@code .name} reads or {@code .name(arguments)} calls; {@code null} if the type
   * has no member of that name.
   *
   * @param arguments {@code null} for a property
   */
  @Nullable Found find(Class<?> type, Name name, @Nullable List<Operand> arguments)
      throws ExpressionException {
    if (arguments == null) {
      return property(type, name);
    }
    List<Method> candidates = Members.ofInstance(type).methods(name.text());
    return candidates.isEmpty() ? null : call(type, candidates, arguments, name.offset());
  }

  /** Returns the same; a type without such a member is a mistake. */
  Found require(Class<?> type, Name name, @Nullable List<Operand> arguments)
      throws ExpressionException {
    Found found = find(type, name, arguments);
    if (found == null) {
      throw Problems.noMember(type, name, arguments);
    }
    return found;
  }

  /**
   * Returns how a static field or enum constant is read, or a static method called.
   *
   * @param arguments {@code null} for a field
   */
  Found findStatic(Class<?> type, Name name, @Nullable List<Operand> arguments)
      throws ExpressionException {
    Members members = Members.ofType(type);
    Field field = members.field(name.text());
    List<Method> methods = members.methods(name.text());
    if (arguments != null && !methods.isEmpty()) {
      return call(type, methods, arguments, name.offset());
    }
    if (arguments != null || field == null) {
      throw Problems.noStaticMember(type, name, arguments);
    }
    return read(field, name.offset());
  }

  /** Returns how an object is made. */
  Found construction(Class<?> type, int offset, List<Operand> arguments)
      throws ExpressionException {
    List<Constructor<?>> candidates = constructors(type, offset);
    if (candidates.isEmpty() || Modifier.isAbstract(type.getModifiers()) || type.isEnum()) {
      throw new ExpressionException(
          type.getTypeName()
              + " is abstract, an interface or an enum and has no objects of its own; name a class"
              + " or call one of its static methods with ::",
          offset);
    }
    return call(type, candidates, arguments, offset);
  }

  private @Nullable Found property(Class<?> type, Name name) throws ExpressionException {
    String text = name.text();
    if (type.isArray() && text.equals("length")) {
      return new Found((array, none) -> Array.getLength(array), Integer.class);
    }
    Members members = Members.ofInstance(type);
    boolean isMap = Map.class.isAssignableFrom(type);
    Member member = isMap ? addedToMap(members.accessor(text)) : members.property(text);
    if (member instanceof Method method) {
      return call(type, List.of(method), List.of(), name.offset());
    }
    if (member instanceof Field field) {
      return read(field, name.offset());
    }
    return isMap
        ? new Found(
            (map, none) -> map instanceof Map<?, ?> entries ? entries.get(text) : null,
            Object.class)
        : null;
  }

  private static @Nullable Method addedToMap(@Nullable Method method) {
    return method != null
            && Modifier.isPublic(method.getModifiers())
            && !method.getDeclaringClass().getName().startsWith("java.")
            && !MAP_METHODS.contains(method.getName())
        ? method
        : null;
  }

  private Found read(Field field, int offset) throws ExpressionException {
    makeAccessible(field, offset);
    return new Found((object, none) -> field.get(object), Conversion.boxed(field.getType()));
  }

  private Found call(
      Class<?> receiver, List<? extends Executable> candidates, List<Operand> arguments, int offset)
      throws ExpressionException {
    Choice choice = Overloads.choose(candidates, arguments, offset);
    Executable executable = publicDeclaration(receiver, choice.executable());
    makeAccessible(executable, offset);
    MethodHandle handle = handle(executable, offset);
    return new Found(
        (object, values) -> (Object) handle.invokeExact(object, choice.pass(values, offset)),
        choice.executable() instanceof Method method
            ? Conversion.boxed(method.getReturnType())
            : executable.getDeclaringClass());
  }

  /**
   * Returns what calls a method or constructor with a receiver, which some do not use, and an array
   * of arguments. It is no reflective call: up to JDK 17, from the 16th call on, the JVM makes
   * those by a class that it writes for a child of the application's class loader, which a loader
   * that delegates {@code java.*} alone cannot link.
   */
  private static MethodHandle handle(Executable executable, int offset) throws ExpressionException {
    try {
      MethodHandle exact =
          executable instanceof Method method
              ? LOOKUP.unreflect(method)
              : LOOKUP.unreflectConstructor((Constructor<?>) executable);
      MethodHandle spread =
          exact.asFixedArity().asSpreader(Object[].class, executable.getParameterCount());
      boolean received = spread.type().parameterCount() == 2;
      return (received ? spread : MethodHandles.dropArguments(spread, 0, Object.class))
          .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
    } catch (IllegalAccessException closed) {
      throw inaccessible(executable, closed, offset);
    }
  }

  /** Returns the declaration of a method that everybody can call, or else the one at hand. */
  private static Executable publicDeclaration(Class<?> receiver, Executable executable) {
    if (!(executable instanceof Method method)
        || isPublic(method)
        || Modifier.isStatic(method.getModifiers())) {
      return executable;
    }
    for (Class<?> type : Members.supertypes(receiver)) {
      try {
        Method same = type.getDeclaredMethod(method.getName(), method.getParameterTypes());
        if (isPublic(same)) {
          return same;
        }
      } catch (NoSuchMethodException | LinkageError notHere) {
        // another supertype may declare it
      }
    }
    return method;
  }

  private static boolean isPublic(Member member) {
    Class<?> type = member.getDeclaringClass();
    return Modifier.isPublic(member.getModifiers() & type.getModifiers())
        && type.getModule().isExported(type.getPackageName());
  }

  private <T extends AccessibleObject & Member> void makeAccessible(T member, int offset)
      throws ExpressionException {
    try {
      if (!isPublic(member)) {
        access.open(member.getDeclaringClass());
      }
      member.setAccessible(true);
    } catch (IllegalAccessException | RuntimeException closed) {
      throw inaccessible(member, closed, offset);
    }
  }

  private static ExpressionException inaccessible(Member member, Exception closed, int offset) {
    return new ExpressionException(
        "%s.%s cannot be accessed: %s"
            .formatted(
                member.getDeclaringClass().getTypeName(), member.getName(), closed.getMessage()),
        offset);
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
