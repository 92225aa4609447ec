package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The latest calls, bounded in number. Not thread-safe: its session guards it.
 *
 * <p>Equal calls are counted in a window of the latest ones, which may be shorter than the history.
 */
public final class CallHistory {

  /**
   * Windows longer than this are indexed. To search one of 100,000 calls takes a call some hundred
   * microseconds; an index of ten calls doubles the memory of a session.
   */
  private static final int INDEXED_FROM = 64;

  private final int windowSize;
  private final int capacity;

  /** A ring: the call with sequence number n stands at n modulo the capacity. */
  private final List<Call> calls = new ArrayList<>();

  /** The calls of the window by fingerprint, the latest first. */
  private final @Nullable Map<Fingerprint, Deque<Call>> index;

  private long recorded;
  private int row;

  /**
   * Creates an empty history.
   *
   * @param windowSize the number of latest calls in which equal ones are counted, at least 1
   * @param capacity the number of calls kept; no less than {@code windowSize} are
   */
  public CallHistory(int windowSize, int capacity) {
    this.windowSize = windowSize;
    this.capacity = Math.max(windowSize, capacity);
    this.index = windowSize > INDEXED_FROM ? new HashMap<>() : null;
  }

  /**
   * Adds a call.
   *
   * @return takes the call back, as long as no other was added since
   */
  public Runnable add(Call call) {
    int rowBefore = row;
    row = unbrokenRow(call.fingerprint()) + 1;
    Call leavingWindow = index != null && length() >= windowSize ? ago(windowSize) : null;
    int slot = (int) (recorded % capacity);
    Call overwritten = slot < calls.size() ? calls.set(slot, call) : null;
    if (overwritten == null) {
      calls.add(call);
    }
    recorded++;
    if (index != null) {
      addToIndex(index, call, leavingWindow);
    }
    return () -> {
      row = rowBefore;
      recorded--;
      if (overwritten == null) {
        calls.remove(slot);
      } else {
        calls.set(slot, overwritten);
      }
      if (index != null) {
        removeFromIndex(index, call, leavingWindow);
      }
    };
  }

  private static void addToIndex(
      Map<Fingerprint, Deque<Call>> index, Call added, @Nullable Call leaving) {
    if (leaving != null) {
      index.computeIfPresent(
          leaving.fingerprint(),
          (fingerprint, same) -> {
            same.removeLast();
            return same.isEmpty() ? null : same;
          });
    }
    index.computeIfAbsent(added.fingerprint(), fingerprint -> new ArrayDeque<>(2)).addFirst(added);
  }

  private static void removeFromIndex(
      Map<Fingerprint, Deque<Call>> index, Call added, @Nullable Call left) {
    index.computeIfPresent(
        added.fingerprint(),
        (fingerprint, same) -> {
          same.removeFirst();
          return same.isEmpty() ? null : same;
        });
    if (left != null) {
      index.computeIfAbsent(left.fingerprint(), fingerprint -> new ArrayDeque<>(2)).addLast(left);
    }
  }

  /** Returns the number of calls kept. */
  int length() {
    return calls.size();
  }

  /** Returns the number of calls in the window. */
  int windowLength() {
    return Math.min(length(), windowSize);
  }

  /**
   * Returns an earlier call.
   *
   * @param distance how many calls ago, from 1 for the latest to {@link #length}
   */
  Call ago(int distance) {
    return calls.get((int) ((recorded - distance) % capacity));
  }

  /** Returns the latest calls, the latest first, at most so many. */
  List<Call> latest(int limit) {
    List<Call> latest = new ArrayList<>(0);
    for (int distance = 1; distance <= Math.min(limit, length()); distance++) {
      latest.add(ago(distance));
    }
    return latest;
  }

  /** Returns whether a call is among so many latest ones. */
  public boolean isAmongLatest(Fingerprint fingerprint, int limit) {
    return latest(limit).stream().anyMatch(call -> call.fingerprint().equals(fingerprint));
  }

  /** Returns the calls of the window that have a fingerprint, the latest first. */
  public Collection<Call> equalCalls(Fingerprint fingerprint) {
    if (index != null) {
      Collection<Call> same = index.get(fingerprint);
      return same == null ? List.of() : same;
    }
    List<Call> same = new ArrayList<>(0);
    for (int distance = 1; distance <= windowLength(); distance++) {
      Call call = ago(distance);
      if (call.fingerprint().equals(fingerprint)) {
        same.add(call);
      }
    }
    return same;
  }

  /** Returns how many of the latest calls, without a break, have a fingerprint. */
  int unbrokenRow(Fingerprint fingerprint) {
    boolean isLatest = length() > 0 && ago(1).fingerprint().equals(fingerprint);
    return isLatest ? Math.min(row, windowSize) : 0;
  }
}
