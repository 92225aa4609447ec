package io.loopsentinel.targets.expression;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.text.StoppedThread;
import io.loopsentinel.targets.expression.Overloads.Choice;
import io.loopsentinel.targets.expression.Tokens.Token;
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
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the members that an expression names and makes them accessible.
 *
 * <p>Public members are accessed through a public supertype if necessary, so that no module has to
 * be opened for them; other members through {@link FieldAccess}.
 */
record MemberFinder(Expression expression, FieldAccess access) {

  /**
   * Reads or calls a member. Immutable; refers only to the member. The receiver is {@code null} if
   * there is none. The arguments are not yet converted to the types of the parameters.
   */
  interface Invoker {
    @Nullable Object invoke(@Nullable Object receiver, @Nullable Object[] arguments)
        throws Throwable;
  }

  record Found(StaticType type, Invoker invoker) {

    Found(Class<?> type, Invoker invoker) {
      this(StaticType.of(type), invoker);
    }
  }

  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  /*
   * On a Map, `.name` is the key "name". The only exception is a public method that the class of
   * the Map adds to those of every Map: a class Conversation extends HashMap with getUser() has a
   * property user. Without this rule `.size` or `.threshold` would differ between classes of Maps.
   * Methods can still be called as `.size()`.
   */
  private static final Pattern MAP_METHODS =
      Pattern.compile(
          "size|getSize|isEmpty|keySet|getKeys|values|getValues|entrySet|getEntries"
              + "|hashCode|toString|getClass");

  /** Finds the member that {@code .name} reads or, with arguments, {@code .name()} calls. */
  @Nullable Found find(StaticType type, Token name, @Nullable List<Operand> arguments) {
    Members members = new Members(type.raw(), false);
    if (arguments == null) {
      return property(type, members, name);
    }
    List<Method> candidates = members.methods(name.text());
    return candidates.isEmpty() ? null : call(type, candidates, arguments, name);
  }

  /** Creates the exception for a name without a member that can be read or called. */
  static ExpressionException noMember(Class<?> type, Token name, boolean isCall) {
    Members members = new Members(type, false);
    Members statics = new Members(type, true);
    String text = name.text();
    if (isCall && !members.candidates(text).isEmpty()) {
      return name.problem(
          "%s of %s is not a method; write it without ( )".formatted(text, type.getTypeName()));
    }
    if (!statics.methods(text).isEmpty() || statics.field(text) != null) {
      return name.problem(
          "%s of %s is static; write %s::%1$s".formatted(text, type.getTypeName(), type.getName()));
    }
    return isCall
        ? members.missing("method", name, Method.class::isInstance)
        : members.missing(
            "member",
            name,
            each -> each instanceof Field || each.equals(members.getter(each.getName())));
  }

  /** Finds a static field or, with arguments, a static method. */
  Found findStatic(Class<?> type, Token name, @Nullable List<Operand> arguments) {
    Members members = new Members(type, true);
    List<Method> methods = members.methods(name.text());
    Field field = members.field(name.text());
    if (arguments != null && !methods.isEmpty()) {
      return call(StaticType.of(type), methods, arguments, name);
    }
    if (arguments != null) {
      throw members.missing("static method", name, Method.class::isInstance);
    }
    if (field != null) {
      return read(StaticType.of(type), field, name);
    }
    if (name.is("new")) {
      throw name.problem(
          "a new object is written new %s() with its arguments".formatted(type.getName()));
    }
    throw methods.isEmpty()
        ? members.missing("static field", name, member -> true)
        : name.problem("%1$s is a method; write %1$s() with its arguments".formatted(name.text()));
  }

  Found construction(Class<?> type, Token name, List<Operand> arguments) {
    List<Constructor<?>> candidates;
    try {
      // Synthetic ones, such as for default arguments in Kotlin, must not be called.
      candidates =
          Stream.<Constructor<?>>of(type.getDeclaredConstructors())
              .filter(constructor -> !constructor.isSynthetic())
              .toList();
    } catch (LinkageError missingType) {
      throw new ExpressionException(
          "the constructors of " + type.getTypeName() + " cannot be read: " + missingType,
          name.offset(),
          missingType);
    }
    if (candidates.isEmpty() || Modifier.isAbstract(type.getModifiers()) || type.isEnum()) {
      throw name.problem(
          type.getTypeName()
              + " is abstract, an interface or an enum and cannot be instantiated; name a class"
              + " or call one of its static methods with ::");
    }
    return call(StaticType.of(type), candidates, arguments, name);
  }

  private @Nullable Found property(StaticType type, Members members, Token name) {
    String text = name.text();
    if (type.raw().isArray() && text.equals("length")) {
      return new Found(Integer.class, (array, none) -> Array.getLength(array));
    }
    boolean isMap = Map.class.isAssignableFrom(type.raw());
    Member member =
        members.candidates(text).stream()
            .filter(each -> !isMap || isAddedToMap(each))
            .findFirst()
            .orElse(null);
    if (member instanceof Method method) {
      return call(type, List.of(method), List.of(), name);
    }
    if (member instanceof Field field) {
      return read(type, field, name);
    }
    return isMap
        ? new Found(
            type.element(),
            (map, none) -> map instanceof Map<?, ?> entries ? entries.get(text) : null)
        : null;
  }

  private static boolean isAddedToMap(Member member) {
    return member instanceof Method
        && Modifier.isPublic(member.getModifiers())
        && !member.getDeclaringClass().getName().startsWith("java.")
        && !MAP_METHODS.matcher(member.getName()).matches();
  }

  /** Returns a warning if a property name matches two members with different values. */
  static Optional<ExpressionException> ambiguity(Class<?> type, Token name) {
    Members members = new Members(type, false);
    List<Member> candidates =
        Map.class.isAssignableFrom(type) ? List.of() : members.candidates(name.text());
    return candidates.stream()
        .filter(each -> !members.mayBeSame(candidates.get(0), each))
        .findFirst()
        .map(
            other ->
                name.problem(
                    "%s reads %s of %s, which also has %s; write the intended one with ( )"
                        .formatted(
                            name.text(),
                            Overloads.label(candidates.get(0)),
                            type.getTypeName(),
                            Overloads.label(other))));
  }

  private Found read(StaticType owner, Field field, Token name) {
    makeAccessible(field, name);
    return new Found(owner.member(field), (object, none) -> field.get(object));
  }

  private Found call(
      StaticType owner,
      List<? extends Executable> candidates,
      List<Operand> arguments,
      Token name) {
    Choice choice = Overloads.choose(candidates, arguments, name);
    Executable executable = choice.executable();
    makeAccessible(executable, name);
    MethodHandle handle = toHandle(choice, name);
    Expression source = expression;
    String label =
        Overloads.label(executable) + " of " + executable.getDeclaringClass().getTypeName();
    return new Found(
        executable instanceof Method method ? owner.member(method) : owner,
        (object, values) -> {
          @Nullable Object[] converted = choice.convert(values, source, name.offset());
          try {
            return (Object) handle.invokeExact(object, converted);
          } catch (VirtualMachineError error) {
            throw error;
          } catch (Throwable thrown) {
            StoppedThread.passOn(thrown);
            String message = label + " threw " + thrown.getClass().getTypeName();
            throw new EvaluationException(message, source, name.offset(), false, thrown);
          }
        });
  }

  /**
   * Returns a handle that takes a receiver, ignored if not needed, and an array of arguments.
   * Reflection is not used: up to JDK 17, from the 16th call on, the JVM makes reflective calls
   * through a class that it generates in a child of the application's class loader. This class
   * cannot be linked if the loader delegates only {@code java.*}.
   */
  private static MethodHandle toHandle(Choice choice, Token name) {
    Executable executable = choice.executable();
    try {
      MethodHandle exact =
          executable instanceof Method method
              ? LOOKUP.unreflect(method)
              : LOOKUP.unreflectConstructor((Constructor<?>) executable);
      int arguments = choice.types().size();
      int gathered = arguments - executable.getParameterCount() + 1;
      MethodHandle called =
          choice.gathers()
              ? exact.asCollector(exact.type().lastParameterType(), gathered)
              : exact.asFixedArity();
      MethodHandle spread = called.asSpreader(Object[].class, arguments);
      boolean received = spread.type().parameterCount() == 2;
      return (received ? spread : MethodHandles.dropArguments(spread, 0, Object.class))
          .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
    } catch (IllegalAccessException closed) {
      throw inaccessible(executable, closed, name);
    }
  }

  private <T extends AccessibleObject & Member> void makeAccessible(T member, Token name) {
    try {
      if (!Members.isPublic(member)) {
        access.lookupIn(member.getDeclaringClass());
      }
      member.setAccessible(true);
    } catch (IllegalAccessException | RuntimeException closed) {
      throw inaccessible(member, closed, name);
    }
  }

  private static ExpressionException inaccessible(Member member, Exception closed, Token name) {
    String owner = member.getDeclaringClass().getTypeName();
    return name.problem(
        "%s.%s cannot be accessed: %s".formatted(owner, member.getName(), closed.getMessage()));
  }
}
