package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.fingerprint.Identity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The last calls that ran: a ring of fingerprints, each with the hash of its result.
 *
 * <p>20 bytes a call, in one array that grows by little as it is used: 96 bits of the fingerprint
 * and 64 of the result. So much of a SHA-256 digest is enough to tell the calls of one session
 * apart: that two different ones among 24 share it has a chance of 1 in 10^26, among 100,000 of 1
 * in 10^19.
 *
 * <p>A short history is searched from end to end, which is faster than any index; one that has
 * grown long keeps a {@link FingerprintIndex}, so that its size does not show in the cost of a
 * call. Not thread-safe: its session guards it.
 */
public class CallHistory {

  /** From here on an index pays; below, the whole history fits into a few cache lines. */
  private static final int INDEXED_FROM = 64;

  private static final int WORDS = 5;
  private static final int RESULT = 3;
  private static final int NONE = -1;

  private final int windowSize;
  private final int capacity;
  private int[] ring;
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
    this.ring = new int[WORDS];
  }

  /**
   * Whether a call stands among the latest ones.
   *
   * @param calls how many of them are looked at
   */
  public boolean isAmongLatest(Identity identity, int calls) {
    for (int distance = Math.min(calls, length()); distance >= 1; distance--) {
      if (isAgo(distance, identity)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a call may stand among the latest ones: false only where it surely does not.
   *
   * <p>Most calls repeat nothing. To look for one once takes as long as two of the some thirty
   * comparisons by which the detectors and {@link CallSequence#record} would find that out.
   *
   * @param calls how many of them are looked at; a history that is indexed is not searched
   */
  public boolean mayHold(Identity identity, int calls) {
    if (index != null) {
      return true;
    }
    int[] all = ring;
    int third = third(identity);
    long beginning = identity.a();
    int slot = next;
    for (int left = Math.min(calls, length()); left > 0; left--) {
      slot = (slot == 0 ? capacity : slot) - 1;
      if (all[slot * WORDS + 2] == third && number(slot * WORDS) == beginning) {
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
  boolean isAgo(int distance, Identity identity) {
    return isAt(slotAgo(distance), identity);
  }

  /** Whether two calls were the same; distances as above. */
  boolean areSame(int distance, int otherDistance) {
    return isSameAt(slotAgo(distance), slotAgo(otherDistance));
  }

  /** Returns the first eight bytes of the call so many calls ago; 1 is the latest. */
  long beginningAgo(int distance) {
    return number(slotAgo(distance) * WORDS);
  }

  /** Returns the hash of the result so many calls ago; 1 is the latest. */
  long resultAgo(int distance) {
    return resultAt(slotAgo(distance));
  }

  /** Returns how often a call stands in the window. */
  int count(Identity identity) {
    if (index != null) {
      return index.count(identity);
    }
    int count = 0;
    for (int distance = size(); distance >= 1; distance--) {
      if (isAgo(distance, identity)) {
        count++;
      }
    }
    return count;
  }

  /** Returns how many of the latest calls, without a break, were this one. */
  int unbrokenRow(Identity identity) {
    boolean isLatest = recorded > 0 && isAgo(1, identity);
    return isLatest ? Math.min(row, windowSize) : 0;
  }

  /**
   * Returns the trailing run of equal results among the calls of a fingerprint.
   *
   * @param limit where counting ends
   */
  Repetition equalResults(Identity identity, int limit) {
    Repetition.Counter run = new Repetition.Counter();
    int slot = latest(identity);
    for (int left = Math.min(count(identity), limit); left > 0; left--) {
      if (!run.add(resultAt(slot))) {
        break;
      }
      slot = left > 1 ? previous(slot, identity) : NONE;
    }
    return run.result();
  }

  /**
   * Appends a call that is about to run; its result is not seen yet.
   *
   * @return its sequence number, for {@link #setResult}
   */
  public long record(Identity identity) {
    row = unbrokenRow(identity) + 1;
    int slot = next;
    if (recorded >= windowSize && index != null) {
      index.removeOldest(slotAgo(windowSize));
    }
    growTo(slot);
    int position = slot * WORDS;
    setNumber(position, identity.a());
    ring[position + 2] = third(identity);
    setNumber(position + RESULT, ResultHash.UNSEEN);
    next = slot + 1 == capacity ? 0 : slot + 1;
    recorded++;
    addToIndex(slot);
    return recorded - 1;
  }

  /**
   * Notes where the history stands, so that calls that do not run after all can be taken back.
   *
   * @param calls how many will be recorded until then at most
   * @return what goes back there
   */
  public Runnable checkpoint(int calls) {
    long recordedThen = recorded;
    int nextThen = next;
    int rowThen = row;
    int[] overwritten = new int[Math.min(calls, capacity) * WORDS];
    copySlots((slot, i) -> System.arraycopy(ring, slot, overwritten, i, WORDS), overwritten.length);
    return () -> {
      if (recorded != recordedThen) {
        recorded = recordedThen;
        next = nextThen;
        row = rowThen;
        copySlots(
            (slot, i) -> System.arraycopy(overwritten, i, ring, slot, WORDS), overwritten.length);
        // Rare, and simpler than to take each key back.
        index = size() > INDEXED_FROM ? indexOfAll() : null;
      }
    };
  }

  /** Notes the result of a recorded call, unless it has left the history meanwhile. */
  public void setResult(long sequence, long resultHash) {
    long distance = recorded - sequence;
    if (distance <= capacity) {
      setNumber(slotAgo((int) distance) * WORDS + RESULT, resultHash);
    }
  }

  /** Whether a call stands in a slot. */
  boolean isAt(int slot, Identity identity) {
    int position = slot * WORDS;
    return ring[position + 2] == third(identity) && number(position) == identity.a();
  }

  /** Whether the same call stands in two slots. */
  boolean isSameAt(int slot, int otherSlot) {
    int a = slot * WORDS;
    int b = otherSlot * WORDS;
    return Arrays.equals(ring, a, a + RESULT, ring, b, b + RESULT);
  }

  /** Returns a hash of a call. */
  static int hash(Identity identity) {
    return (int) identity.a();
  }

  /** Returns the same of the call in a slot. */
  int hashAt(int slot) {
    return (int) number(slot * WORDS);
  }

  /**
   * Makes room for a slot. Most sessions end after a few calls and are kept for long, so a short
   * history has no room for calls that may never come. Copying it costs less than hashing the call.
   */
  private void growTo(int slot) {
    int slots = ring.length / WORDS;
    if (slot >= slots) {
      int more = slots < INDEXED_FROM ? 1 : slots / 2;
      ring = Arrays.copyOf(ring, (int) Math.min(slots + (long) more, capacity) * WORDS);
    }
  }

  private void addToIndex(int slot) {
    if (index != null) {
      index.add(slot);
    } else if (size() > INDEXED_FROM) {
      index = indexOfAll();
    }
  }

  private FingerprintIndex indexOfAll() {
    FingerprintIndex all = new FingerprintIndex(this);
    for (int distance = size(); distance >= 1; distance--) {
      all.add(slotAgo(distance));
    }
    return all;
  }

  /** Visits the numbers of the slots that come next, as far as they are in use. */
  private void copySlots(SlotCopy copy, int numbers) {
    for (int i = 0; i < numbers / WORDS; i++) {
      int slot = (next + i) % capacity;
      if (slot < length()) {
        copy.copy(slot * WORDS, i * WORDS);
      }
    }
  }

  private interface SlotCopy {
    void copy(int slotAt, int copyAt);
  }

  private int latest(Identity identity) {
    return index != null ? index.latest(identity) : searchBackwards(1, identity);
  }

  private int previous(int slot, Identity identity) {
    if (index != null) {
      return index.previous(slot);
    }
    int distance = slot < next ? next - slot : next - slot + capacity;
    return searchBackwards(distance + 1, identity);
  }

  private int searchBackwards(int from, Identity identity) {
    for (int distance = from; distance <= size(); distance++) {
      if (isAgo(distance, identity)) {
        return slotAgo(distance);
      }
    }
    return NONE;
  }

  private int slotAgo(int distance) {
    int slot = next - distance;
    return slot < 0 ? slot + capacity : slot;
  }

  private long resultAt(int slot) {
    return number(slot * WORDS + RESULT);
  }

  private long number(int position) {
    return (long) ring[position] << Integer.SIZE | Integer.toUnsignedLong(ring[position + 1]);
  }

  private void setNumber(int position, long number) {
    ring[position] = (int) (number >>> Integer.SIZE);
    ring[position + 1] = (int) number;
  }

  private static int third(Identity identity) {
    return (int) (identity.b() >>> Integer.SIZE);
  }
}
