package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.fingerprint.Fingerprint;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last calls that ran: a ring of fingerprints, each with the hash of its result.
 *
 * <p>40 bytes a call, in one array that grows by little as it is used. A short history is searched
 * from end to end, which is faster than any index; one that has grown long keeps a {@link
 * FingerprintIndex}, so that its size does not show in the cost of a call. Not thread-safe: its
 * session guards it.
 */
public final class CallHistory {

  /** From here on an index pays; below, the whole history fits into a few cache lines. */
  private static final int INDEXED_FROM = 64;

  private static final int WORDS = 5;
  private static final int RESULT = 4;
  private static final int NONE = -1;

  private final int windowSize;
  private final int capacity;
  private long[] ring;
  private long recorded;

  /** The slot of the next call: the sequence number modulo the capacity, without the division. */
  private int next;

  private int row;
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
    this.ring = new long[WORDS];
  }

  /**
   * Whether a call stands among the latest ones.
   *
   * @param calls how many of them are looked at
   */
  public boolean isAmongLatest(Fingerprint fingerprint, int calls) {
    for (int distance = Math.min(calls, length()); distance >= 1; distance--) {
      if (isAgo(distance, fingerprint)) {
        return true;
      }
    }
    return false;
  }

  /** Returns how many calls it can look back at by now. */
  int length() {
    return (int) Math.min(recorded, capacity);
  }

  /** Returns how many calls stand in the window by now. */
  int size() {
    return (int) Math.min(recorded, windowSize);
  }

  /**
   * Whether this was the call so many calls ago; 1 is the latest.
   *
   * @param distance from 1 to {@link #length}
   */
  boolean isAgo(int distance, Fingerprint fingerprint) {
    return isAt(slotAgo(distance), fingerprint);
  }

  /** Whether two calls were the same; distances as above. */
  boolean areSame(int distance, int otherDistance) {
    int a = slotAgo(distance) * WORDS;
    int b = slotAgo(otherDistance) * WORDS;
    return Arrays.equals(ring, a, a + RESULT, ring, b, b + RESULT);
  }

  /** Returns the call so many calls ago; 1 is the latest. */
  Fingerprint ago(int distance) {
    return at(slotAgo(distance));
  }

  /** Returns the hash of the result so many calls ago; 1 is the latest. */
  long resultAgo(int distance) {
    return ring[slotAgo(distance) * WORDS + RESULT];
  }

  /** Returns how often a call stands in the window. */
  int count(Fingerprint fingerprint) {
    if (index != null) {
      return index.count(fingerprint);
    }
    int count = 0;
    for (int distance = size(); distance >= 1; distance--) {
      if (isAgo(distance, fingerprint)) {
        count++;
      }
    }
    return count;
  }

  /** Returns how many of the latest calls, without a break, were this one. */
  int unbrokenRow(Fingerprint fingerprint) {
    boolean isLatest = recorded > 0 && isAgo(1, fingerprint);
    return isLatest ? Math.min(row, windowSize) : 0;
  }

  /**
   * Returns the trailing run of equal results among the calls of a fingerprint.
   *
   * @param limit where counting ends
   */
  Repetition equalResults(Fingerprint fingerprint, int limit) {
    Repetition.Counter run = new Repetition.Counter();
    int slot = latest(fingerprint);
    for (int left = Math.min(count(fingerprint), limit); left > 0; left--) {
      if (!run.add(ring[slot * WORDS + RESULT])) {
        break;
      }
      slot = left > 1 ? previous(slot, fingerprint) : NONE;
    }
    return run.result();
  }

  /**
   * Appends a call that is about to run; its result is not seen yet.
   *
   * @return its sequence number, for {@link #setResult}
   */
  public long record(Fingerprint fingerprint) {
    row = unbrokenRow(fingerprint) + 1;
    int slot = next;
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
    next = slot + 1 == capacity ? 0 : slot + 1;
    recorded++;
    addToIndex(slot, fingerprint);
    return recorded - 1;
  }

  /**
   * Notes where the history stands, so that calls that do not run after all can be taken back.
   *
   * @param calls how many will be recorded until then at most
   */
  public Mark mark(int calls) {
    long[] overwritten = new long[Math.min(calls, capacity) * WORDS];
    for (int i = 0; i < overwritten.length / WORDS; i++) {
      int slot = (next + i) % capacity;
      if (slot < length()) {
        System.arraycopy(ring, slot * WORDS, overwritten, i * WORDS, WORDS);
      }
    }
    return new Mark(recorded, next, row, overwritten);
  }

  /** Takes back the calls that were recorded since. */
  public void backTo(Mark mark) {
    if (recorded == mark.recorded) {
      return;
    }
    recorded = mark.recorded;
    next = mark.next;
    row = mark.row;
    for (int i = 0; i < mark.overwritten.length / WORDS; i++) {
      int slot = (next + i) % capacity;
      if (slot < length()) {
        System.arraycopy(mark.overwritten, i * WORDS, ring, slot * WORDS, WORDS);
      }
    }
    // Rare, and simpler than to take each key back.
    index = size() > INDEXED_FROM ? indexOfAll() : null;
  }

  /** Where a history stood; {@link #backTo} goes back there. */
  public static final class Mark {

    private final long recorded;
    private final int next;
    private final int row;
    private final long[] overwritten;

    private Mark(long recorded, int next, int row, long[] overwritten) {
      this.recorded = recorded;
      this.next = next;
      this.row = row;
      this.overwritten = overwritten;
    }
  }

  /** Notes the result of a recorded call, unless it has left the history meanwhile. */
  public void setResult(long sequence, long resultHash) {
    long distance = recorded - sequence;
    if (distance <= capacity) {
      ring[slotAgo((int) distance) * WORDS + RESULT] = resultHash;
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

  /**
   * Makes room for a slot. Most sessions end after a few calls and are kept for long, so a short
   * history grows by an eighth: doubled, it would have up to 280 bytes of room for calls that never
   * come. Copying it costs less than hashing the call.
   */
  private void growTo(int slot) {
    int slots = ring.length / WORDS;
    if (slot >= slots) {
      int more = slots < INDEXED_FROM ? Math.max(1, slots / 8) : slots / 2;
      ring = Arrays.copyOf(ring, (int) Math.min(slots + (long) more, capacity) * WORDS);
    }
  }

  private void addToIndex(int slot, Fingerprint fingerprint) {
    if (index != null) {
      index.add(slot, fingerprint);
    } else if (size() > INDEXED_FROM) {
      index = indexOfAll();
    }
  }

  private FingerprintIndex indexOfAll() {
    FingerprintIndex all = new FingerprintIndex(this);
    for (int distance = size(); distance >= 1; distance--) {
      all.add(slotAgo(distance), ago(distance));
    }
    return all;
  }

  private int latest(Fingerprint fingerprint) {
    return index != null ? index.latest(fingerprint) : searchBackwards(1, fingerprint);
  }

  private int previous(int slot, Fingerprint fingerprint) {
    if (index != null) {
      return index.previous(slot);
    }
    int distance = slot < next ? next - slot : next - slot + capacity;
    return searchBackwards(distance + 1, fingerprint);
  }

  private int searchBackwards(int from, Fingerprint fingerprint) {
    for (int distance = from; distance <= size(); distance++) {
      if (isAgo(distance, fingerprint)) {
        return slotAgo(distance);
      }
    }
    return NONE;
  }

  private int slotAgo(int distance) {
    int slot = next - distance;
    return slot < 0 ? slot + capacity : slot;
  }
}
