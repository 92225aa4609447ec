package io.loopsentinel.targets.expression;

import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The static type of a value with its type arguments, as far as signatures declare them.
 *
 * <p>Wildcards and unknown type variables are replaced by their upper bound.
 *
 * @param raw the erased and boxed type; {@link Void} if the value is always {@code null}
 * @param arguments the type arguments of a class or the component type of an array; empty if not
 *     known
 */
record StaticType(Class<?> raw, List<StaticType> arguments) {

  static final StaticType UNKNOWN = of(Object.class);

  static StaticType of(Type type) {
    return of(type, Map.of());
  }

  /** Returns the static type for a generic type, or for the erased type if that is unreadable. */
  static StaticType ofSignature(Supplier<Type> generic, Class<?> erased) {
    return read(() -> of(generic.get()), of(erased));
  }

  private static StaticType of(Type type, Map<TypeVariable<?>, StaticType> known) {
    if (type instanceof ParameterizedType generic) {
      return new StaticType(
          erased(type),
          Stream.of(generic.getActualTypeArguments()).map(each -> of(each, known)).toList());
    }
    if (type instanceof GenericArrayType array) {
      return of(array.getGenericComponentType(), known).array();
    }
    if (type instanceof WildcardType wildcard) {
      return of(wildcard.getUpperBounds()[0], known);
    }
    StaticType bound = type instanceof TypeVariable<?> variable ? known.get(variable) : null;
    return bound != null ? bound : new StaticType(Conversion.boxed(erased(type)), List.of());
  }

  private static Class<?> erased(Type type) {
    if (type instanceof ParameterizedType generic) {
      return erased(generic.getRawType());
    }
    return type instanceof TypeVariable<?> variable
        ? erased(variable.getBounds()[0])
        : (Class<?>) type;
  }

  /** Reads a signature, which may name missing classes or be broken by an obfuscator. */
  private static <T> T read(Supplier<T> signature, T fallback) {
    try {
      return signature.get();
    } catch (RuntimeException | LinkageError unreadable) {
      return fallback;
    }
  }

  private StaticType array() {
    return new StaticType(raw.arrayType(), List.of(this));
  }

  /** Returns a list whose elements are of this type. */
  StaticType list() {
    return new StaticType(List.class, List.of(this));
  }

  /** Returns the type of a field, or of a method's result, for an object of this type. */
  StaticType member(Member member) {
    boolean isField = member instanceof Field;
    Supplier<Type> generic =
        () ->
            isField ? ((Field) member).getGenericType() : ((Method) member).getGenericReturnType();
    Class<?> erased = isField ? ((Field) member).getType() : ((Method) member).getReturnType();
    return read(
        () -> {
          StaticType owner = asSuper(member.getDeclaringClass());
          return of(generic.get(), owner == null ? Map.of() : owner.variables());
        },
        of(erased));
  }

  /** Returns the element type of an array or collection, or the value type of a map. */
  StaticType element() {
    if (raw.isArray()) {
      return arguments.isEmpty() ? of(raw.getComponentType()) : arguments.get(0);
    }
    return Map.class.isAssignableFrom(raw) ? argument(Map.class, 1) : argument(Iterable.class, 0);
  }

  boolean isOptional() {
    return raw.getName().startsWith("java.util.Optional");
  }

  /** Returns the value type of an Optional, or else this type. */
  StaticType unwrapped() {
    return switch (raw.getName()) {
      case "java.util.Optional" -> argument(Optional.class, 0);
      case "java.util.OptionalInt" -> of(Integer.class);
      case "java.util.OptionalLong" -> of(Long.class);
      case "java.util.OptionalDouble" -> of(Double.class);
      default -> this;
    };
  }

  /** Returns the static type of a value that is of this or another type. */
  StaticType common(StaticType other) {
    if (raw == Void.class || other.raw == Void.class) {
      return raw == Void.class ? other : this;
    }
    if (raw != other.raw) {
      return UNKNOWN;
    }
    return arguments.equals(other.arguments) ? this : of(raw);
  }

  private StaticType argument(Class<?> supertype, int index) {
    return read(
        () -> {
          StaticType parent = asSuper(supertype);
          return parent == null || parent.arguments.size() <= index
              ? UNKNOWN
              : parent.arguments.get(index);
        },
        UNKNOWN);
  }

  /** Returns a supertype with its type arguments; {@code null} if it is not declared as one. */
  private @Nullable StaticType asSuper(Class<?> supertype) {
    if (raw == supertype) {
      return this;
    }
    Stream<Type> parents =
        Stream.concat(
            Stream.ofNullable(raw.getGenericSuperclass()), Stream.of(raw.getGenericInterfaces()));
    return parents
        .map(parent -> of(parent, variables()))
        .filter(parent -> supertype.isAssignableFrom(parent.raw))
        .findFirst()
        .map(parent -> parent.asSuper(supertype))
        .orElse(null);
  }

  private Map<TypeVariable<?>, StaticType> variables() {
    TypeVariable<?>[] parameters = raw.getTypeParameters();
    Map<TypeVariable<?>, StaticType> variables = new HashMap<>();
    for (int i = 0; i < parameters.length && i < arguments.size(); i++) {
      variables.put(parameters[i], arguments.get(i));
    }
    return variables;
  }
}
