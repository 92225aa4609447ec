package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Identity;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The latest calls: of each its fingerprint and the hash of its result.
 *
 * <p>20 bytes a call: 96 bits of the fingerprint and 64 of the result. So much of a SHA-256 digest
 * is enough to tell the calls of one session apart: that two different ones among 24 share it has a
 * chance of 1 in 10^26, among 100,000 of 1 in 10^19. Not thread-safe: its session guards it.
 */
abstract class CallRing extends CallRecords {

  private static final int RESULT = 3;

  private long recorded;

  /** The slot of the next call: the sequence number modulo the capacity, without the division. */
  private int next;

  /**
   * Creates an empty ring.
   *
   * @param owner as of {@link CallRecords}
   * @param capacity how many calls are kept, at least 1
   */
  CallRing(@Nullable Object owner, int capacity) {
    super(owner, capacity);
  }

  /** Returns how many calls were recorded, ever. */
  final long recorded() {
    return recorded;
  }

  /** Returns how many calls it can look back at by now. */
  @Override
  final int length() {
    return (int) Math.min(recorded, capacity());
  }

  /**
   * Whether this was the call so many calls ago; 1 is the latest.
   *
   * @param distance from 1 to {@link #length}
   */
  final boolean isAgo(int distance, Identity identity) {
    return isAt(slotAgo(distance), identity);
  }

  /** Whether two calls were the same; distances as above. */
  final boolean areSame(int distance, int otherDistance) {
    return isSameAt(slotAgo(distance), slotAgo(otherDistance));
  }

  /** Returns the first eight bytes of the call so many calls ago; 1 is the latest. */
  final long beginningAgo(int distance) {
    return number(call(slotAgo(distance)));
  }

  /** Returns the hash of the result so many calls ago; 1 is the latest. */
  final long resultAgo(int distance) {
    return resultAt(slotAgo(distance));
  }

  /**
   * Whether a call stands among the latest ones.
   *
   * @param calls how many of them are looked at
   */
  public final boolean isAmongLatest(Identity identity, int calls) {
    int slot = next;
    for (int left = Math.min(calls, length()); left > 0; left--) {
      slot = (slot == 0 ? capacity() : slot) - 1;
      if (isAt(slot, identity)) {
        return true;
      }
    }
    return false;
  }

  /** Notes the result of a recorded call, unless it has left the ring meanwhile, or all have. */
  public final void setResult(long sequence, long resultHash) {
    long distance = recorded - sequence;
    if (distance > 0 && distance <= capacity()) {
      setNumber(call(slotAgo((int) distance)) + RESULT, resultHash);
    }
  }

  /**
   * Appends a call whose result is not seen yet.
   *
   * @return its slot
   */
  final int append(Identity identity) {
    int slot = next;
    if (slot == recorded) {
      makeRoom();
    }
    int position = call(slot);
    setNumber(position, identity.a());
    numbers()[position + 2] = third(identity);
    setNumber(position + RESULT, ResultHash.UNSEEN);
    next = slot + 1 == capacity() ? 0 : slot + 1;
    recorded++;
    return slot;
  }

  /**
   * Notes which calls the next ones will overwrite, so that these can be taken back.
   *
   * @param calls how many will be recorded until then at most
   * @return what goes back there
   */
  Runnable checkpoint(int calls) {
    long recordedThen = recorded;
    int nextThen = next;
    int[] overwritten = new int[Math.min(calls, capacity()) * SIZE];
    copySlots(
        (slot, i) -> System.arraycopy(numbers(), slot, overwritten, i, SIZE), overwritten.length);
    return () -> {
      recorded = recordedThen;
      next = nextThen;
      copySlots(
          (slot, i) -> System.arraycopy(overwritten, i, numbers(), slot, SIZE), overwritten.length);
    };
  }

  @Override
  void clear() {
    super.clear();
    recorded = 0;
    next = 0;
  }

  /** Returns the slot of the call so many calls ago; 1 is the latest. */
  final int slotAgo(int distance) {
    int slot = next - distance;
    return slot < 0 ? slot + capacity() : slot;
  }

  /** Returns how many calls ago the call in a slot was; 1 is the latest. */
  final int distance(int slot) {
    return slot < next ? next - slot : next - slot + capacity();
  }

  /** Whether a call stands in a slot. */
  final boolean isAt(int slot, Identity identity) {
    int position = call(slot);
    return numbers()[position + 2] == third(identity) && number(position) == identity.a();
  }

  /** Whether the same call stands in two slots. */
  final boolean isSameAt(int slot, int otherSlot) {
    int a = call(slot);
    int b = call(otherSlot);
    return Arrays.equals(numbers(), a, a + RESULT, numbers(), b, b + RESULT);
  }

  /** Returns the hash of the result in a slot. */
  final long resultAt(int slot) {
    return number(call(slot) + RESULT);
  }

  /** Returns a hash of a call. */
  static int hash(Identity identity) {
    return (int) identity.a();
  }

  /** Returns the same of the call in a slot. */
  final int hashAt(int slot) {
    return (int) number(call(slot));
  }

  /** Visits the numbers of the slots that come next, as far as they are in use. */
  private void copySlots(SlotCopy copy, int numbers) {
    for (int i = 0; i < numbers / SIZE; i++) {
      int slot = (next + i) % capacity();
      if (slot < length()) {
        copy.copy(call(slot), i * SIZE);
      }
    }
  }

  private interface SlotCopy {
    void copy(int slotAt, int copyAt);
  }

  private long number(int position) {
    int[] numbers = numbers();
    return (long) numbers[position] << Integer.SIZE | Integer.toUnsignedLong(numbers[position + 1]);
  }

  private void setNumber(int position, long number) {
    int[] numbers = numbers();
    numbers[position] = (int) (number >>> Integer.SIZE);
    numbers[position + 1] = (int) number;
  }

  private static int third(Identity identity) {
    return (int) (identity.b() >>> Integer.SIZE);
  }
}
