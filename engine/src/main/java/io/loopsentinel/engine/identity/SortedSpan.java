package io.loopsentinel.engine.identity;

/**
 * Sorts part of a list in place, without allocating.
 *
 * <p>Arguments have few members, mostly in the same order each time, so short spans use insertion
 * sort; long ones use heapsort, whose worst case is n log n.
 */
abstract class SortedSpan {

  private static final int INSERTION_SORT_MAX = 24;

  /** Compares two elements by their positions. */
  abstract int compare(int left, int right);

  /** Exchanges two elements. */
  abstract void swap(int left, int right);

  /**
   * Sorts few elements. Each class does that itself: calls of {@link #compare} in one loop for all
   * of them are not inlined, and where maps are sorted as well the form of a text of 64 KiB took
   * 3.1 times as long as its digest instead of 2.5.
   */
  abstract void insertionSort(int from, int to);

  /** Sorts the elements from {@code from} up to, but without, {@code to}. */
  final void sort(int from, int to) {
    if (to - from <= INSERTION_SORT_MAX) {
      insertionSort(from, to);
    } else {
      heapSort(from, to - from);
    }
  }

  private void heapSort(int from, int count) {
    for (int root = count / 2 - 1; root >= 0; root--) {
      siftDown(from, root, count);
    }
    for (int last = count - 1; last > 0; last--) {
      swap(from, from + last);
      siftDown(from, 0, last);
    }
  }

  private void siftDown(int from, int start, int count) {
    int root = start;
    for (int child = 2 * root + 1; child < count; child = 2 * root + 1) {
      if (child + 1 < count && compare(from + child, from + child + 1) < 0) {
        child++;
      }
      if (compare(from + root, from + child) >= 0) {
        return;
      }
      swap(from + root, from + child);
      root = child;
    }
  }
}
