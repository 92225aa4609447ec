package io.loopsentinel.engine.identity;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes lists, sets and arrays as JSON arrays.
 *
 * <p>A collection that fails while it is read, mostly because another thread changes it, ends with
 * a mark there.
 */
final class SequenceWalker {

  private final CanonicalWriter writer;
  private final TypeShapes shapes;
  private final ValueWalker values;

  SequenceWalker(CanonicalWriter writer, TypeShapes shapes, ValueWalker values) {
    this.writer = writer;
    this.shapes = shapes;
    this.values = values;
  }

  /** Writes a list by position, which takes no iterator. */
  void list(List<?> list, int depth, PathRule rule, long scope) {
    if (depth == Limits.MAX_DEPTH) {
      writer.raw(Limits.SKIPPED_ARRAY);
      return;
    }
    long inner = rule.element(scope);
    writer.open('[');
    try {
      for (int i = 0; inner != PathRule.DROP && i < list.size(); i++) {
        Object element = list.get(i);
        if (!writer.next()) {
          break;
        }
        values.value(element, depth + 1, inner);
      }
    } catch (Exception | LinkageError | StackOverflowError e) {
      writer.raw(Limits.MORE);
    }
    writer.close(']');
  }

  void collection(Collection<?> collection, int depth, PathRule rule, long scope) {
    if (depth == Limits.MAX_DEPTH) {
      writer.raw(Limits.SKIPPED_ARRAY);
      return;
    }
    long inner = rule.element(scope);
    writer.open('[');
    try {
      for (Object element : inner == PathRule.DROP ? List.of() : collection) {
        if (!writer.next()) {
          break;
        }
        values.value(element, depth + 1, inner);
      }
    } catch (Exception | LinkageError | StackOverflowError e) {
      writer.raw(Limits.MORE);
    }
    writer.close(']');
  }

  /**
   * Writes a set. Two equal sets may have different orders, so the elements are sorted by their
   * text where each is a single value; sets of anything else are taken as they come.
   */
  void set(Set<?> set, int depth, PathRule rule, long scope) {
    List<?> sorted = sorted(set);
    if (sorted != null) {
      list(sorted, depth, rule, scope);
    } else {
      collection(set, depth, rule, scope);
    }
  }

  private @Nullable List<?> sorted(Set<?> set) {
    try {
      return set.size() <= Limits.MAX_WAITING && set.stream().allMatch(this::isScalar)
          ? set.stream().sorted(Comparator.comparing(Scalars::text)).toList()
          : null;
    } catch (Exception | LinkageError | StackOverflowError e) {
      return null;
    }
  }

  private boolean isScalar(@Nullable Object value) {
    return value != null && shapes.get(value.getClass()).kind() == TypeShape.Kind.SCALAR;
  }

  void primitives(Object array, int depth, PathRule rule, long scope) {
    if (depth == Limits.MAX_DEPTH) {
      writer.raw(Limits.SKIPPED_ARRAY);
    } else if (PathRule.isKept(rule.element(scope))) {
      PrimitiveArrays.write(writer, array);
    } else {
      writer.raw("[]");
    }
  }
}
