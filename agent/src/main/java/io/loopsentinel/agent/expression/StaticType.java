package io.loopsentinel.agent.expression;

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
 * The type of a value as far as signatures tell it, type arguments included.
 *
 * <p>A wildcard stands for its upper bound, and so does a type variable that nothing is known of.
 *
 * @param raw boxed; {@link Void} where the value is always {@code null}
 * @param arguments of a class its type arguments, of an array the type of its components; none
 *     where they are not known
 */
record StaticType(Class<?> raw, List<StaticType> arguments) {

  static final StaticType UNKNOWN = of(Object.class);

  /** Returns the type of a parameter, a result or the like. */
  static StaticType of(Type type) {
    return of(type, Map.of());
  }

  /** As {@link #of(Type)}; the erased type where the generic one cannot be read. */
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

  /** Signatures may name classes that are not there, and obfuscators break them. */
  private static <T> T read(Supplier<T> signature, T otherwise) {
    try {
      return signature.get();
    } catch (RuntimeException | LinkageError unreadable) {
      return otherwise;
    }
  }

  private StaticType array() {
    return new StaticType(raw.arrayType(), List.of(this));
  }

  /** Returns a list whose elements are of this type. */
  StaticType list() {
    return new StaticType(List.class, List.of(this));
  }

  /**
   * Returns the type of the value of a field, or of what a method gives, of an object of this type.
   */
  StaticType member(Member member) {
    boolean isField = member instanceof Field;
    Supplier<Type> generic =
        () ->
            isField ? ((Field) member).getGenericType() : ((Method) member).getGenericReturnType();
    Class<?> erased = isField ? ((Field) member).getType() : ((Method) member).getReturnType();
    return read(
        () -> {
          StaticType owner = as(member.getDeclaringClass());
          return of(generic.get(), owner == null ? Map.of() : owner.variables());
        },
        of(erased));
  }

  /** Returns the type of an element of an array, a collection or the values of a map. */
  StaticType element() {
    if (raw.isArray()) {
      return arguments.isEmpty() ? of(raw.getComponentType()) : arguments.get(0);
    }
    return Map.class.isAssignableFrom(raw) ? argument(Map.class, 1) : argument(Iterable.class, 0);
  }

  /** Returns the type of what an Optional holds, and any other as it is. */
  StaticType unwrapped() {
    return switch (raw.getName()) {
      case "java.util.Optional" -> argument(Optional.class, 0);
      case "java.util.OptionalInt" -> of(Integer.class);
      case "java.util.OptionalLong" -> of(Long.class);
      case "java.util.OptionalDouble" -> of(Double.class);
      default -> this;
    };
  }

  private StaticType argument(Class<?> supertype, int index) {
    return read(
        () -> {
          StaticType parent = as(supertype);
          return parent == null || parent.arguments.size() <= index
              ? UNKNOWN
              : parent.arguments.get(index);
        },
        UNKNOWN);
  }

  /** Returns a supertype with its arguments; {@code null} where it is none that is declared. */
  private @Nullable StaticType as(Class<?> supertype) {
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
        .map(parent -> parent.as(supertype))
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
