package io.loopsentinel.tools.inspect;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The facts known about a value at one point in a method.
 *
 * @param type internal name of its static type; {@code null} if unknown or not an object
 * @param path the expression that reads it from an argument or {@code this}, or {@code null}
 * @param constant a constant text or integer, {@link #NULL} for the constant null, {@link #EMPTY}
 *     for an empty collection, or {@code null} if it is not a constant
 * @param isNew whether it was created in this method with {@code new}
 * @param fromMap whether it was looked up in a Map by a key that has a path
 * @param futureType internal name of the value type of a future or result type of a function
 * @param origins the paths from which it was made or by which it was found, if it has none
 */
record Value(
    int size,
    @Nullable String type,
    @Nullable String path,
    @Nullable Object constant,
    boolean failure,
    boolean isNew,
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
    return new Value(size, otherType, path, constant, failure, isNew, fromMap, futureType, origins);
  }

  Value withFailure(boolean also) {
    return new Value(
        size, type, path, constant, failure || also, isNew, fromMap, futureType, origins);
  }

  Value asMapValue() {
    return new Value(size, type, path, constant, failure, isNew, true, futureType, origins);
  }

  Value withFutureType(@Nullable String laterType) {
    return new Value(size, type, path, constant, failure, isNew, fromMap, laterType, origins);
  }

  Value withOrigins(Set<String> paths) {
    return paths.isEmpty()
        ? this
        : new Value(size, type, path, constant, failure, isNew, fromMap, futureType, paths);
  }

  /** Returns its path or the paths from which it was made. Empty if they are not known. */
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

  /** Returns the path of a member of this value, or {@code null} if the value has no path. */
  @Nullable String memberPath(String member) {
    return path == null ? null : path + "." + member;
  }

  /**
   * Merges the facts at a point where two paths through a method meet. A value on one path and a
   * constant, such as a default, on the other count as the value. Each merge either loses
   * information or changes nothing, so the analysis terminates.
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
        isNew && other.isNew,
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
