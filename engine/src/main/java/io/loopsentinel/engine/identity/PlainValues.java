package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.identity.TypeShapes.Kind;
import io.loopsentinel.engine.identity.TypeShapes.Shape;
import java.lang.reflect.Array;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Reduces values of any type to those of JSON, maps, collections and other objects. A value whose
 * own code fails is replaced by a {@link Form}.
 */
record PlainValues(IdentityRule rule, TypeShapes shapes) {

  /**
   * A value that is already in canonical form.
   *
   * @param complete whether it stands for the whole value
   */
  record Form(String text, boolean complete) {}

  /** Reduces the top-level arguments, of which text may be JSON; null if there are none. */
  @Nullable Object ofArguments(@Nullable Object arguments) {
    Object unwrapped = unwrap(arguments);
    return unwrapped instanceof CharSequence ? parseJson(unwrapped) : of(unwrapped, PathScope.KEEP);
  }

  /** Converts a single value to its JSON type and a JSON tree to collections. */
  @Nullable Object of(@Nullable Object value, PathScope scope) {
    Object unwrapped = unwrap(value);
    if (unwrapped == null || unwrapped instanceof Form) {
      return unwrapped;
    }
    Shape shape = shapes.get(unwrapped.getClass());
    return switch (shape.kind()) {
      case SCALAR -> scope.isKept() ? plainScalar(unwrapped, shape) : null;
      case JSON_TREE -> of(parseJson(unwrapped), scope);
      default -> unwrapped;
    };
  }

  /** Returns the same with texts in the form in which they are compared. */
  @Nullable Object normalised(@Nullable Object value, PathScope scope) {
    Object plain = of(value, scope);
    return plain instanceof String string ? rule.normalisation().apply(string) : plain;
  }

  private @Nullable Object plainScalar(Object value, Shape shape) {
    try {
      Object plain = Scalars.toJsonValue(value);
      if (plain instanceof BigInteger integer && integer.bitLength() > CanonicalJson.MAX_BITS) {
        return new Form(CanonicalText.PLACEHOLDER, false);
      }
      return plain;
    } catch (Exception | LinkageError | StackOverflowError e) {
      return new Form(shape.name(), isConclusive(e));
    }
  }

  /** Unwraps an {@code Optional} or atomic reference, repeatedly if nested. */
  private static @Nullable Object unwrap(@Nullable Object wrapper) {
    Object value = wrapper;
    for (int i = 0; i < CanonicalJson.MAX_DEPTH; i++) {
      if (value instanceof Optional<?> optional) {
        value = optional.orElse(null);
      } else if (value instanceof AtomicReference<?> reference) {
        value = reference.get();
      } else {
        return value;
      }
    }
    return null;
  }

  /** Parses JSON text; blank text is null. If the text fails, the class name is parsed. */
  private @Nullable Object parseJson(Object value) {
    String json;
    try {
      json = Scalars.text(value);
    } catch (Exception | LinkageError e) {
      json = shapes.get(value.getClass()).name();
    }
    return json.isBlank() ? null : JsonText.parse(json);
  }

  /** Returns whether an argument only describes the call. */
  boolean isDescription(String name, @Nullable Object value, PathScope scope) {
    return Normalisation.DESCRIPTIONS.contains(name) && of(value, scope) instanceof String;
  }

  /** Returns the elements of an array, a collection or a buffer in their order. */
  static Iterable<? extends @Nullable Object> elements(Object array, Kind kind) {
    return switch (kind) {
      case OBJECT_ARRAY -> Arrays.asList((@Nullable Object[]) array);
      case PRIMITIVE_ARRAY -> primitives(array);
      case BYTES -> primitives(bytes((ByteBuffer) array));
      default -> (Collection<?>) array;
    };
  }

  /** Boxes elements lazily, so only those within the limits. */
  private static Iterable<Object> primitives(Object array) {
    return () ->
        IntStream.range(0, Array.getLength(array)).mapToObj(i -> Array.get(array, i)).iterator();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    ByteBuffer view = buffer.duplicate();
    byte[] bytes = new byte[Math.min(view.remaining(), CanonicalJson.MAX_CHARACTERS)];
    view.get(bytes);
    return bytes;
  }

  /** A stack overflow, or a linkage error that follows it, says nothing about the value. */
  static boolean isConclusive(Throwable failure) {
    return !(failure instanceof StackOverflowError || failure instanceof LinkageError);
  }
}
