package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Identity;
import java.util.Arrays;

/**
 * Finds the calls of a fingerprint in a long history without searching it.
 *
 * <p>A hash table with linear probing from fingerprint to the slot of its latest call and the
 * number of its calls, and for each slot the slot of the call before it. Keys are not stored: they
 * stand in the ring. A key whose last call leaves the window is removed by shifting those behind it
 * back (Knuth, The Art of Computer Programming 3, section 6.4, algorithm R), so that there are no
 * tombstones and a search stays short for ever.
 */
final class FingerprintIndex {

  private static final int FIRST_PLACES = 256;
  private static final int EMPTY = -1;

  private final CallRing ring;
  private int[] latest = emptyPlaces(FIRST_PLACES);
  private int[] counts = new int[FIRST_PLACES];
  private int[] previous = new int[FIRST_PLACES];
  private int keys;

  FingerprintIndex(CallRing ring) {
    this.ring = ring;
  }

  /** Returns how often a call stands in the window. */
  int count(Identity identity) {
    int place = place(identity);
    return latest[place] == EMPTY ? 0 : counts[place];
  }

  /** Returns the slot of the latest such call; there is one. */
  int latest(Identity identity) {
    return latest[place(identity)];
  }

  /** Returns the slot of the same call before the one in a slot; there is one. */
  int previous(int slot) {
    return previous[slot];
  }

  /** Adds the call that was just written into a slot. */
  void add(int slot) {
    if (slot >= previous.length) {
      previous = Arrays.copyOf(previous, Math.max(slot + 1, previous.length * 2));
    }
    int place = placeOf(slot);
    if (latest[place] == EMPTY) {
      keys++;
    } else {
      previous[slot] = latest[place];
    }
    latest[place] = slot;
    counts[place]++;
    if (keys * 2 > latest.length) {
      rehash();
    }
  }

  /** Removes the oldest call of the window, which is about to be overwritten. */
  void removeOldest(int slot) {
    int place = placeOf(slot);
    counts[place]--;
    if (counts[place] == 0) {
      keys--;
      removeKey(place);
    }
  }

  private void removeKey(int removed) {
    int hole = removed;
    latest[hole] = EMPTY;
    int mask = latest.length - 1;
    for (int at = (hole + 1) & mask; latest[at] != EMPTY; at = (at + 1) & mask) {
      int home = home(ring.hashAt(latest[at]));
      boolean reachableFromHome = ((at - home) & mask) < ((at - hole) & mask);
      if (!reachableFromHome) {
        latest[hole] = latest[at];
        counts[hole] = counts[at];
        latest[at] = EMPTY;
        counts[at] = 0;
        hole = at;
      }
    }
  }

  private void rehash() {
    int[] oldLatest = latest;
    int[] oldCounts = counts;
    latest = emptyPlaces(oldLatest.length * 2);
    counts = new int[latest.length];
    for (int i = 0; i < oldLatest.length; i++) {
      if (oldLatest[i] != EMPTY) {
        int place = placeOf(oldLatest[i]);
        latest[place] = oldLatest[i];
        counts[place] = oldCounts[i];
      }
    }
  }

  /** Returns where a key stands or would stand. */
  private int place(Identity identity) {
    int at = home(CallRing.hash(identity));
    while (latest[at] != EMPTY && !ring.isAt(latest[at], identity)) {
      at = next(at);
    }
    return at;
  }

  /** Returns the same of the call in a slot. */
  private int placeOf(int slot) {
    int at = home(ring.hashAt(slot));
    while (latest[at] != EMPTY && !ring.isSameAt(latest[at], slot)) {
      at = next(at);
    }
    return at;
  }

  private int home(int hash) {
    return hash & (latest.length - 1);
  }

  private int next(int place) {
    return (place + 1) & (latest.length - 1);
  }

  private static int[] emptyPlaces(int places) {
    int[] empty = new int[places];
    Arrays.fill(empty, EMPTY);
    return empty;
  }
}
