package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.fingerprint.Fingerprint;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last calls that ran: a ring of fingerprints, each with the hash of its result.
 *
 * <p>40 bytes a call, in one array that grows only as it is used. A short history is searched from
 * end to end, which is faster than any index; one that has grown long keeps a {@link
 * FingerprintIndex}, so that its size does not show in the cost of a call. Not thread-safe: its
 * session guards it.
 */
public final class CallHistory {

  /** From here on an index pays; below, the whole history fits into a few cache lines. */
  private static final int INDEXED_FROM = 64;

  private static final int FIRST_CALLS = 4;
  private static final int WORDS = 5;
  private static final int RESULT = 4;
  private static final int NONE = -1;

  private final int windowSize;
  private final int capacity;
  private long[] ring;
  private long recorded;
  private long row;
  private @Nullable FingerprintIndex index;

  /**
   * Creates an empty history.
   *
   * @param windowSize how many calls are kept, at least 1
   */
  public CallHistory(int windowSize) {
    this(windowSize, windowSize);
  }

  /**
   * Creates an empty history that remembers more than the window that is counted in.
   *
   * @param windowSize how many calls {@link #count} and the like look at, at least 1
   * @param capacity how many calls {@link #isAgo} can look back at
   */
  public CallHistory(int windowSize, int capacity) {
    this.windowSize = windowSize;
    this.capacity = Math.max(windowSize, capacity);
    this.ring = new long[Math.min(this.capacity, FIRST_CALLS) * WORDS];
  }

  /** Returns how many calls it can look back at by now. */
  int length() {
    return (int) Math.min(recorded, capacity);
  }

  /**
   * Whether this was the call so many calls ago; 1 is the latest.
   *
   * @param distance from 1 to {@link #length}
   */
  boolean isAgo(int distance, Fingerprint fingerprint) {
    return isAt(slot(recorded - distance), fingerprint);
  }

  /** Returns the call so many calls ago; 1 is the latest. */
  Fingerprint ago(int distance) {
    return at(slot(recorded - distance));
  }

  /** Returns the hash of the result so many calls ago; 1 is the latest. */
  long resultAgo(int distance) {
    return ring[slot(recorded - distance) * WORDS + RESULT];
  }

  /** Returns how often a call stands in the window. */
  int count(Fingerprint fingerprint) {
    if (index != null) {
      return index.count(fingerprint);
    }
    int count = 0;
    for (int distance = 1; distance <= size(); distance++) {
      if (isAgo(distance, fingerprint)) {
        count++;
      }
    }
    return count;
  }

  /** Returns how many of the latest calls, without a break, were this one. */
  int unbrokenRow(Fingerprint fingerprint) {
    boolean isLatest = recorded > 0 && isAt(slot(recorded - 1), fingerprint);
    return isLatest ? (int) Math.min(row, windowSize) : 0;
  }

  /**
   * Returns the trailing run of equal results among the calls of a fingerprint.
   *
   * @param limit where counting ends
   */
  Repetition equalResults(Fingerprint fingerprint, int limit) {
    int length = 0;
    long reference = ResultHash.UNSEEN;
    ResultMatch match = ResultMatch.UNSEEN;
    int slot = latest(fingerprint);
    for (int left = Math.min(count(fingerprint), limit); left > 0; left--) {
      long result = ring[slot * WORDS + RESULT];
      ResultMatch next = ResultHash.compare(reference, result);
      if (next == ResultMatch.CHANGING) {
        break;
      }
      if (next != ResultMatch.UNSEEN && match != ResultMatch.EQUAL_NORMALISED) {
        match = next;
      }
      if (reference == ResultHash.UNSEEN) {
        reference = result;
      }
      length++;
      slot = left > 1 ? previous(slot, fingerprint) : NONE;
    }
    return new Repetition(length, match);
  }

  /**
   * Appends a call that is about to run; its result is not seen yet.
   *
   * @return its sequence number, for {@link #setResult}
   */
  public long record(Fingerprint fingerprint) {
    row = unbrokenRow(fingerprint) + 1L;
    int slot = slot(recorded);
    if (recorded >= windowSize && index != null) {
      index.removeOldest(ago(windowSize));
    }
    growTo(slot);
    int position = slot * WORDS;
    ring[position] = fingerprint.a();
    ring[position + 1] = fingerprint.b();
    ring[position + 2] = fingerprint.c();
    ring[position + 3] = fingerprint.d();
    ring[position + RESULT] = ResultHash.UNSEEN;
    recorded++;
    addToIndex(slot, fingerprint);
    return recorded - 1;
  }

  /** Notes the result of a recorded call, unless it has left the window meanwhile. */
  public void setResult(long sequence, long resultHash) {
    if (sequence >= recorded - capacity) {
      ring[slot(sequence) * WORDS + RESULT] = resultHash;
    }
  }

  /** Returns the call in a slot. */
  Fingerprint at(int slot) {
    int position = slot * WORDS;
    return new Fingerprint(
        ring[position], ring[position + 1], ring[position + 2], ring[position + 3]);
  }

  /** Whether a call stands in a slot. */
  boolean isAt(int slot, Fingerprint fingerprint) {
    int position = slot * WORDS;
    return ring[position] == fingerprint.a()
        && ring[position + 1] == fingerprint.b()
        && ring[position + 2] == fingerprint.c()
        && ring[position + 3] == fingerprint.d();
  }

  private void growTo(int slot) {
    if (slot * WORDS >= ring.length) {
      ring = Arrays.copyOf(ring, (int) Math.min(ring.length * 2L, (long) capacity * WORDS));
    }
  }

  private void addToIndex(int slot, Fingerprint fingerprint) {
    if (index != null) {
      index.add(slot, fingerprint);
    } else if (size() > INDEXED_FROM) {
      FingerprintIndex all = new FingerprintIndex(this);
      for (long sequence = recorded - size(); sequence < recorded; sequence++) {
        all.add(slot(sequence), at(slot(sequence)));
      }
      index = all;
    }
  }

  private int latest(Fingerprint fingerprint) {
    if (index != null) {
      return index.latest(fingerprint);
    }
    return searchBackwards(recorded - 1, fingerprint);
  }

  private int previous(int slot, Fingerprint fingerprint) {
    if (index != null) {
      return index.previous(slot);
    }
    long sequence = recorded - 1 - Math.floorMod(slot(recorded - 1) - slot, capacity);
    return searchBackwards(sequence - 1, fingerprint);
  }

  private int searchBackwards(long from, Fingerprint fingerprint) {
    for (long sequence = from; sequence >= recorded - size(); sequence--) {
      if (isAt(slot(sequence), fingerprint)) {
        return slot(sequence);
      }
    }
    return NONE;
  }

  private int size() {
    return (int) Math.min(recorded, windowSize);
  }

  private int slot(long sequence) {
    return (int) (sequence % capacity);
  }
}
