package io.loopsentinel.engine.detect;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is recorded of calls and of their outcomes, five numbers each, in one array: calls stand in
 * it from the front on, by their slots; outcomes from the end, the latest first. What is free lies
 * between them.
 *
 * <p>In one array, since with many sessions each array more is a cache miss: in a profile of calls
 * in 100,000, to look at outcomes in an array of their own took 250 ns of each, and 70 in the one
 * that was just looked at; whole calls gain some hundredths at most. It grows by little as it is
 * used: most sessions end after a few calls and are kept for long, so there is room for a call and
 * its outcome, not for calls that may never come. Copying it costs less than hashing the call.
 *
 * <p>A class to extend, for an object of its own would take 16 bytes more of every session. Not
 * thread-safe: its session guards it.
 */
abstract class CallRecords {

  /** How many numbers a record has. */
  static final int SIZE = 5;

  /** Up to here room is made for one call and its outcome at a time. */
  private static final int SHORT = 64;

  private static final int[] NONE = {};

  private final int capacity;

  /**
   * Whose calls these are. It stands before the numbers since G1 copies first what the first
   * reference of an object refers to: so the key of a session lies right behind the session and
   * comes from memory with it. With the numbers between them it is a cache miss more, which took 60
   * to 70 ns of a call in one of 100,000 sessions (JDK 17 and 25, 6 JVMs each, in turns).
   */
  private final @Nullable Object owner;

  private int[] numbers = NONE;

  /** How many of the numbers are outcomes. */
  private int ofOutcomes;

  /**
   * Creates an array without records.
   *
   * @param owner whose calls they are; absent: not known
   * @param capacity the most calls there will be, at least 1
   */
  CallRecords(@Nullable Object owner, int capacity) {
    this.owner = owner;
    this.capacity = capacity;
  }

  /** Returns whose calls these are; {@code null}: not known. */
  protected final @Nullable Object owner() {
    return owner;
  }

  /** Returns the most calls there will be. */
  final int capacity() {
    return capacity;
  }

  /** Returns how many calls there are by now. */
  abstract int length();

  /** Returns the array, until room is made the next time. */
  final int[] numbers() {
    return numbers;
  }

  /** Returns where the call in a slot begins. */
  static int call(int slot) {
    return slot * SIZE;
  }

  /** Returns where the latest outcome begins; the others follow, to the end of the array. */
  final int latestOutcome() {
    return numbers.length - ofOutcomes;
  }

  /** Adds an outcome, all of whose numbers are 0. */
  final void addOutcome() {
    makeRoom();
    ofOutcomes += SIZE;
    int at = latestOutcome();
    Arrays.fill(numbers, at, at + SIZE, 0);
  }

  /** Removes the outcome that begins at a place. */
  final void removeOutcome(int at) {
    int latest = latestOutcome();
    System.arraycopy(numbers, latest, numbers, latest + SIZE, at - latest);
    ofOutcomes -= SIZE;
  }

  /** Removes all calls and outcomes. */
  void clear() {
    numbers = NONE;
    ofOutcomes = 0;
  }

  /** Makes room for one more record. */
  final void makeRoom() {
    int calls = length();
    int latest = latestOutcome();
    if ((calls + 1) * SIZE <= latest) {
      return;
    }
    int more = SIZE * Math.min(calls < SHORT ? 2 : calls / 2, capacity - calls + 1);
    int[] grown = Arrays.copyOf(numbers, numbers.length + more);
    System.arraycopy(numbers, latest, grown, latest + more, ofOutcomes);
    numbers = grown;
  }
}
