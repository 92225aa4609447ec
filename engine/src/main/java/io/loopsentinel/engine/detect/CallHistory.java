package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The latest calls, bounded in number. Not thread-safe: its session guards it.
 *
 * <p>Equal calls are counted in a window of the latest ones, which may be shorter than the history.
 */
public final class CallHistory {

  /**
   * In windows longer than this, equal calls are counted as they come and go. To search one of
   * 100,000 calls takes some hundred microseconds; counts of ten calls would add a third to the
   * memory of a session.
   */
  static final int MAX_SCANNED = 64;

  /** A repeated call further back than this is not what one waits for, and its answer is news. */
  private static final int MAX_LOOKBACK = 64;

  private final int windowSize;
  private final int capacity;
  private final ArrayDeque<Call> oldestFirst;
  private final @Nullable Map<Fingerprint, Integer> countsInWindow;
  private int streak;

  /**
   * Creates an empty history.
   *
   * @param windowSize the number of latest calls in which equal ones are counted, at least 1
   * @param capacity the number of calls kept: {@code windowSize}, or more where that is at most
   *     {@link #MAX_SCANNED}
   */
  public CallHistory(int windowSize, int capacity) {
    this.windowSize = windowSize;
    this.capacity = capacity;
    this.oldestFirst = new ArrayDeque<>(4);
    this.countsInWindow = windowSize > MAX_SCANNED ? new HashMap<>() : null;
  }

  /** Creates a copy that is independent of the other; they have the calls themselves in common. */
  CallHistory(CallHistory other) {
    this.windowSize = other.windowSize;
    this.capacity = other.capacity;
    this.oldestFirst = other.oldestFirst.clone();
    this.countsInWindow = other.countsInWindow == null ? null : new HashMap<>(other.countsInWindow);
    this.streak = other.streak;
  }

  /** Returns a history of other sizes that has the latest of these calls. */
  CallHistory resized(int newWindowSize, int newCapacity) {
    CallHistory resized = new CallHistory(newWindowSize, newCapacity);
    oldestFirst.forEach(resized::add);
    resized.streak = streak;
    return resized;
  }

  /** Returns a window of the calls of one tool, with those of it that are kept here. */
  CallHistory windowOf(String tool, int size) {
    CallHistory window = new CallHistory(size, size);
    oldestFirst.stream().filter(call -> call.tool().equals(tool)).forEach(window::add);
    return window;
  }

  int windowSize() {
    return windowSize;
  }

  /** Adds a call. */
  public void add(Call call) {
    streak = streak(call.fingerprint()) + 1;
    oldestFirst.addLast(call);
    Call forgotten = oldestFirst.size() > capacity ? oldestFirst.removeFirst() : null;
    if (countsInWindow != null) {
      countsInWindow.merge(call.fingerprint(), 1, Integer::sum);
      if (forgotten != null) {
        countsInWindow.computeIfPresent(
            forgotten.fingerprint(), (key, count) -> count == 1 ? null : count - 1);
      }
    }
  }

  int size() {
    return oldestFirst.size();
  }

  /** Returns whether no call is forgotten. */
  boolean isComplete() {
    return oldestFirst.size() < capacity;
  }

  /** Returns the latest calls, the latest first, at most so many. */
  List<Call> latest(int limit) {
    List<Call> latest = new ArrayList<>(Math.min(limit, oldestFirst.size()));
    Iterator<Call> latestFirst = oldestFirst.descendingIterator();
    while (latestFirst.hasNext() && latest.size() < limit) {
      latest.add(latestFirst.next());
    }
    return latest;
  }

  /** Returns whether a call is among so many latest ones. */
  public boolean isAmongLatest(Fingerprint fingerprint, int limit) {
    return anyOfLatest(limit, call -> call.fingerprint().equals(fingerprint));
  }

  /** Returns whether another of the latest calls had the same answer. */
  boolean hasEarlierAnswer(Call call, Call.Result result) {
    return anyOfLatest(MAX_LOOKBACK, earlier -> earlier != call && earlier.hasSameAnswer(result));
  }

  /** Returns whether the same call was made before. */
  boolean hasEarlier(Call call) {
    return anyOfLatest(MAX_LOOKBACK, earlier -> earlier != call && earlier.isSameAs(call));
  }

  private boolean anyOfLatest(int limit, Predicate<Call> condition) {
    Iterator<Call> latestFirst = oldestFirst.descendingIterator();
    for (int i = 0; i < limit && latestFirst.hasNext(); i++) {
      if (condition.test(latestFirst.next())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether the same call is among the latest ones and did not fail. */
  boolean hasEarlierSuccess(Call call) {
    return anyOfLatest(
        MAX_LOOKBACK, earlier -> earlier != call && earlier.isSameAs(call) && earlier.hasSucceeded());
  }

  /** Returns the latest call that is the same as one that is not in the history. */
  Optional<Call> latestEqual(Call call) {
    return latest(oldestFirst.size()).stream().filter(call::isSameAs).findFirst();
  }

  /** Returns how many calls of the window have a fingerprint. */
  public int count(Fingerprint fingerprint) {
    return countsInWindow == null
        ? equalCalls(fingerprint, windowSize).size()
        : countsInWindow.getOrDefault(fingerprint, 0);
  }

  /** Returns calls of the window that have a fingerprint, the latest first, at most so many. */
  List<Call> equalCalls(Fingerprint fingerprint, int most) {
    List<Call> equal = new ArrayList<>(0);
    Iterator<Call> latestFirst = oldestFirst.descendingIterator();
    for (int i = 0; i < windowSize && equal.size() < most && latestFirst.hasNext(); i++) {
      Call call = latestFirst.next();
      if (call.fingerprint().equals(fingerprint)) {
        equal.add(call);
      }
    }
    return equal;
  }

  /**
   * Returns how many of the latest calls, without a break, have a fingerprint; those that are
   * forgotten included.
   */
  int streak(Fingerprint fingerprint) {
    Call latest = oldestFirst.peekLast();
    boolean continues = latest != null && latest.fingerprint().equals(fingerprint);
    return continues ? streak : 0;
  }

  /**
   * Returns whether one of so many latest calls was not made before, brought another result than
   * the last time, or waits for something that runs. One that was made before the window began
   * counts as not made before.
   */
  boolean hasNews(int latestCalls) {
    for (Call call : latest(Math.min(latestCalls, windowSize))) {
      List<Call> equal = equalCalls(call.fingerprint(), latestCalls + 1);
      int before = equal.indexOf(call) + 1;
      if (call.isWaiting() || before == equal.size() || call.hasChangedSince(equal.get(before))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether some call but one asks for something that still runs, or was repeated and its
   * two latest results differ. It tells waiting from a loop: a call that is only ever acknowledged
   * ({@code sleep}, {@code put}) serves that one.
   */
  boolean hasNewsFromOthers(Fingerprint waiting) {
    Map<Fingerprint, Call> latest = new HashMap<>();
    Set<Fingerprint> compared = new HashSet<>();
    for (Call call : latest(Math.min(windowSize, MAX_LOOKBACK))) {
      if (call.result() != null && !call.fingerprint().equals(waiting)) {
        if (call.isWaiting()) {
          return true;
        }
        Call later = latest.putIfAbsent(call.fingerprint(), call);
        if (later != null && compared.add(call.fingerprint()) && later.hasChangedSince(call)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns whether a call told news since an earlier one. */
  boolean hasNewAnswerSince(Call earlier) {
    return latest(MAX_LOOKBACK).stream().takeWhile(call -> call != earlier).anyMatch(Call::hasNewAnswer);
  }

  /**
   * Returns whether another tool has written something new between two calls, so that the later one
   * is a new attempt.
   */
  boolean hasWriteBetween(Call earlier, Call later) {
    return latest(MAX_LOOKBACK).stream()
        .dropWhile(call -> call != later)
        .takeWhile(call -> call != earlier)
        .anyMatch(call -> call.novelty() == Call.Novelty.NEW_WRITE && !call.tool().equals(later.tool()));
  }
}
