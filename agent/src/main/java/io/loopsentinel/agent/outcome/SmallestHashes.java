package io.loopsentinel.agent.outcome;

import java.util.Arrays;

/** The smallest of the distinct hashes that it is told of, in ascending order; reused. */
final class SmallestHashes {

  private final long[] hashes;
  private int size;

  /** Creates a set that keeps so many hashes. */
  SmallestHashes(int most) {
    hashes = new long[most];
  }

  void clear() {
    size = 0;
  }

  int size() {
    return size;
  }

  long get(int index) {
    return hashes[index];
  }

  void add(long hash) {
    int found = Arrays.binarySearch(hashes, 0, size, hash);
    int place = -found - 1;
    if (found >= 0 || place == hashes.length) {
      return;
    }
    size = Math.min(size + 1, hashes.length);
    System.arraycopy(hashes, place, hashes, place + 1, size - place - 1);
    hashes[place] = hash;
  }
}
