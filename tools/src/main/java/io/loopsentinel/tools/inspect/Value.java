package io.loopsentinel.tools.inspect;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a value at one place of a method.
 *
 * @param type internal name of its static type, where it is an object of one
 * @param path the expression by which it was read from an argument or {@code this}
 * @param constant a text or a whole number, where it is one; {@link #NULL} for null, {@link #EMPTY}
 *     for an empty collection
 * @param created whether it was made in this method, with {@code new}
 * @param fromMap whether it came out of a Map by a key that has a path
 * @param futureType internal name of the type of what it gives later, where it is a future or a
 *     function
 * @param origins what it was made of or found by, where it has no path of its own
 */
record Value(
    int size,
    @Nullable String type,
    @Nullable String path,
    @Nullable Object constant,
    boolean failure,
    boolean created,
    boolean fromMap,
    @Nullable String futureType,
    Set<String> origins)
    implements org.objectweb.asm.tree.analysis.Value {

  static final Object NULL = Void.class;
  static final Object EMPTY = List.of();

  private static final String OBJECT = "java/lang/Object";

  static Value ofSize(int size) {
    return new Value(size, null, null, null, false, false, false, null, Set.of());
  }

  static Value ofType(@Nullable String type, @Nullable String path) {
    return new Value(1, type, path, null, false, false, false, null, Set.of());
  }

  static Value ofNew(String type) {
    return new Value(1, type, null, null, false, true, false, null, Set.of());
  }

  static Value constant(@Nullable String type, Object constant) {
    return new Value(1, type, null, constant, false, false, false, null, Set.of());
  }

  Value withType(@Nullable String otherType) {
    return new Value(
        size, otherType, path, constant, failure, created, fromMap, futureType, origins);
  }

  Value withFailure(boolean also) {
    return new Value(
        size, type, path, constant, failure || also, created, fromMap, futureType, origins);
  }

  Value asMapValue() {
    return new Value(size, type, path, constant, failure, created, true, futureType, origins);
  }

  Value withFutureType(@Nullable String laterType) {
    return new Value(size, type, path, constant, failure, created, fromMap, laterType, origins);
  }

  Value withOrigins(Set<String> paths) {
    return paths.isEmpty()
        ? this
        : new Value(size, type, path, constant, failure, created, fromMap, futureType, paths);
  }

  /** Returns the paths of what it is or was made of; empty where that is not known. */
  Set<String> sources() {
    return path == null ? origins : Set.of(path);
  }

  static Set<String> union(Set<String> one, Set<String> other) {
    if (one.containsAll(other)) {
      return one;
    }
    Set<String> all = new HashSet<>(one);
    all.addAll(other);
    return all;
  }

  /** Returns the path of what is read from this value, {@code null} where it has none. */
  @Nullable String memberPath(String member) {
    return path == null ? null : path + "." + member;
  }

  /**
   * Returns what is known where two ways through a method meet. A value or else a constant, as a
   * default is, counts as the value. Each merge loses something or changes nothing, so that the
   * analysis ends.
   */
  Value merge(Value other) {
    if (size != other.size) {
      return ofSize(1);
    }
    return new Value(
        size,
        type == null || other.type == null || type.equals(other.type)
            ? (type == null ? other.type : type)
            : OBJECT,
        mergePath(other),
        constant != null && constant.equals(other.constant) ? constant : null,
        failure || other.failure,
        created && other.created,
        fromMap || other.fromMap,
        futureType != null && futureType.equals(other.futureType) ? futureType : null,
        union(sources(), other.sources()));
  }

  private @Nullable String mergePath(Value other) {
    if (path == null) {
      return constant == null ? null : other.path;
    }
    return other.constant != null || path.equals(other.path) ? path : null;
  }

  @Override
  public int getSize() {
    return size;
  }
}
