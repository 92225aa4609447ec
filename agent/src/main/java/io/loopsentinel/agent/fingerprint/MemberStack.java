package io.loopsentinel.agent.fingerprint;

import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The members of the maps being walked, the innermost map's last, waiting to be sorted.
 *
 * <p>A key that is one text, number or other single value is a member's name. Of any other key the
 * class gives the name by which it is sorted, and the key itself is kept to be walked too.
 *
 * <p>Not thread-safe.
 */
final class MemberStack extends SortedSpan
    implements MemberNames, BiConsumer<@Nullable Object, @Nullable Object> {

  private static final int INITIAL = 64;
  private static final int KEPT = 1 << 12;

  /** The value of a member whose key is more than a name. */
  private record KeyAndValue(Object key, @Nullable Object value) {}

  private final TypeShapes shapes;
  private String[] names = new String[INITIAL];
  private @Nullable Object[] values = new @Nullable Object[INITIAL];
  private int size;

  MemberStack(TypeShapes shapes) {
    this.shapes = shapes;
  }

  int size() {
    return size;
  }

  /** Tells whether there is no room for more members; those that come then are left out. */
  boolean isFull() {
    return size == Limits.MAX_WAITING;
  }

  /** Adds a member. */
  @Override
  public void accept(@Nullable Object key, @Nullable Object value) {
    if (key instanceof String text) {
      push(text, value);
    } else if (key == null) {
      push("null", value);
    } else {
      TypeShape shape = shapes.get(key.getClass());
      if (shape.kind() == TypeShape.Kind.SCALAR) {
        push(Scalars.text(key), value);
      } else {
        push(shape.name(), new KeyAndValue(key, value));
      }
    }
  }

  private void push(String name, @Nullable Object value) {
    if (isFull()) {
      return;
    }
    if (size == names.length) {
      names = Arrays.copyOf(names, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    names[size] = name;
    values[size++] = value;
  }

  String name(int member) {
    return names[member];
  }

  /** Returns the key where it is more than its name. */
  @Nullable Object key(int member) {
    return values[member] instanceof KeyAndValue both ? both.key() : null;
  }

  @Nullable Object value(int member) {
    return values[member] instanceof KeyAndValue both ? both.value() : values[member];
  }

  /** Removes all members from a position on, and lets go of the objects. */
  void truncate(int newSize) {
    for (int i = newSize; i < size; i++) {
      names[i] = "";
      values[i] = null;
    }
    size = newSize;
    if (size == 0 && names.length > KEPT) {
      names = new String[INITIAL];
      values = new @Nullable Object[INITIAL];
    }
  }

  @Override
  public boolean nameEquals(int member, String name) {
    return names[member].equals(name);
  }

  @Override
  void insertionSort(int from, int to) {
    for (int next = from + 1; next < to; next++) {
      String name = names[next];
      Object value = values[next];
      int at = next;
      while (at > from && compare(name, value, at - 1) < 0) {
        names[at] = names[at - 1];
        values[at] = values[at - 1];
        at--;
      }
      names[at] = name;
      values[at] = value;
    }
  }

  @Override
  int compare(int left, int right) {
    return compare(names[left], values[left], right);
  }

  private int compare(String name, @Nullable Object value, int right) {
    int result = name.compareTo(names[right]);
    return result != 0
        ? result
        : Boolean.compare(value instanceof KeyAndValue, values[right] instanceof KeyAndValue);
  }

  @Override
  void swap(int left, int right) {
    String name = names[left];
    names[left] = names[right];
    names[right] = name;
    Object value = values[left];
    values[left] = values[right];
    values[right] = value;
  }
}
