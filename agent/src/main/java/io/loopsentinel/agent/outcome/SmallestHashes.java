package io.loopsentinel.agent.outcome;

import java.util.Arrays;

/** The smallest distinct hashes of words, and the sketch of them; used again after a clear. */
final class SmallestHashes {

  /** Words that are looked at; with more, too many bits of the sketch would collide. */
  private static final int MOST = 63;

  private static final int PLACE_BITS = 6;
  private static final int PLACES = 1 << PLACE_BITS;
  private static final int FILTER_BITS = 8;

  private final long[] hashes = new long[MOST];

  /**
   * A bit for each hash that is there, at the place that its highest bits say. Most words are new,
   * and where the bit is not set nothing has to be compared.
   */
  private final long[] filter = new long[(1 << FILTER_BITS) / Long.SIZE];

  private int size;
  private boolean isSorted;

  void clear() {
    Arrays.fill(filter, 0);
    size = 0;
    isSorted = false;
  }

  /** Adds a hash, unless it is there. */
  void add(long hash) {
    if (isSorted) {
      insert(hash);
      return;
    }
    int place = (int) (hash >>> (Long.SIZE - FILTER_BITS));
    long bit = 1L << place;
    long word = filter[place / Long.SIZE];
    if ((word & bit) != 0 && isThere(hash)) {
      return;
    }
    filter[place / Long.SIZE] = word | bit;
    if (size < MOST) {
      hashes[size++] = hash;
    } else {
      Arrays.sort(hashes);
      isSorted = true;
      insert(hash);
    }
  }

  /** Returns how many there are, from 0 to 63. */
  int size() {
    return size;
  }

  /** Returns the bits that all of them together turn over. */
  long bits() {
    long bits = 0;
    for (int i = 0; i < size; i++) {
      bits ^= bitsOf(hashes[i]);
    }
    return bits;
  }

  private boolean isThere(long hash) {
    for (int i = 0; i < size; i++) {
      if (hashes[i] == hash) {
        return true;
      }
    }
    return false;
  }

  private void insert(long hash) {
    int found = Arrays.binarySearch(hashes, hash);
    int place = -found - 1;
    if (found < 0 && place < MOST) {
      System.arraycopy(hashes, place, hashes, place + 1, MOST - place - 1);
      hashes[place] = hash;
    }
  }

  /** Returns the bits that a word turns over: two different ones. */
  private static long bitsOf(long hash) {
    int first = (int) hash & (PLACES - 1);
    long rest = (hash >>> PLACE_BITS) & 0xffffffffL;
    int second = 1 + (int) ((rest * (PLACES - 1)) >>> Integer.SIZE);
    return 1L << first | 1L << (first ^ second);
  }
}
