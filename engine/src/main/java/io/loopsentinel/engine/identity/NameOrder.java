package io.loopsentinel.engine.identity;

import java.util.Arrays;

/**
 * The names of the objects of a JSON text that are being written, the innermost object's last, by
 * their tape positions.
 *
 * <p>Reused from text to text; not thread-safe.
 */
final class NameOrder extends SortedSpan {

  private static final int INITIAL = 64;
  private static final int KEPT = 1 << 13;

  private final JsonTape json;
  private int[] names = new int[INITIAL];

  /** Their keys, see {@link JsonTape#nameKey}. */
  private long[] keys = new long[INITIAL];

  private int size;
  private boolean equalNames;

  NameOrder(JsonTape json) {
    this.json = json;
  }

  int size() {
    return size;
  }

  /** Returns a name. */
  int get(int at) {
    return names[at];
  }

  /** Adds the names of an object, in the order of the text. */
  void addAll(int object) {
    int last = json.after(object);
    for (int name = object + 1; name < last; name = json.after(name + 1)) {
      add(name);
    }
  }

  /** Adds the names of members whose values have no noted parts. */
  void addMembers(int from, int to) {
    for (int name = from; name < to; name += 2) {
      add(name);
    }
  }

  private void add(int name) {
    if (size == names.length) {
      names = Arrays.copyOf(names, size * 2);
      keys = Arrays.copyOf(keys, size * 2);
    }
    names[size] = name;
    keys[size++] = json.nameKey(name);
  }

  /**
   * Sorts names; equal ones stay in the order of the text.
   *
   * @return whether any are equal
   */
  boolean sortAndCompare(int from, int to) {
    equalNames = false;
    sort(from, to);
    return equalNames;
  }

  /** Whether two names are equal. */
  boolean areEqual(int left, int right) {
    return compareNames(names[left], keys[left], right) == 0;
  }

  /** Removes all names from a position on. */
  void truncate(int newSize) {
    size = newSize;
    if (size == 0 && names.length > KEPT) {
      names = new int[INITIAL];
      keys = new long[INITIAL];
    }
  }

  @Override
  void insertionSort(int from, int to) {
    for (int next = from + 1; next < to; next++) {
      int name = names[next];
      long key = keys[next];
      int at = next;
      // Of equal names the one that comes later in the text is the one inserted.
      while (at > from && compareNames(name, key, at - 1) < 0) {
        names[at] = names[at - 1];
        keys[at] = keys[at - 1];
        at--;
      }
      names[at] = name;
      keys[at] = key;
    }
  }

  private int compareNames(int name, long key, int right) {
    int result = json.compareNames(name, key, names[right], keys[right]);
    equalNames |= result == 0;
    return result;
  }

  @Override
  int compare(int left, int right) {
    int result = compareNames(names[left], keys[left], right);
    return result != 0 ? result : Integer.compare(names[left], names[right]);
  }

  @Override
  void swap(int left, int right) {
    int name = names[left];
    names[left] = names[right];
    names[right] = name;
    long key = keys[left];
    keys[left] = keys[right];
    keys[right] = key;
  }
}
