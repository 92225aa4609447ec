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
 * A bounded history of the latest calls. Not thread-safe: guarded by its session.
 *
 * <p>Equal calls are counted in a window that may be shorter than the history.
 */
public final class CallHistory {

  /**
   * Maximum window that is scanned to count equal calls. Longer windows keep counts, because a scan
   * of 100,000 calls takes some hundred microseconds; in a window of ten calls, counts would add a
   * third to the memory of a session.
   */
  static final int MAX_SCANNED = 64;

  /** Calls further back are not compared: nothing waits for them, and their answers are news. */
  private static final int MAX_LOOKBACK = 64;

  /** Maximum number of calls in a block whose steps may wait. */
  private static final int MAX_BLOCK = 8;

  /** Equal calls with only waits in between are polls if these took at least this long. */
  private static final long MIN_WAIT_MILLIS = 10_000;

  private final int windowSize;
  private final int capacity;
  private final ArrayDeque<Call> oldestFirst;
  private final @Nullable Map<Fingerprint, Integer> countsInWindow;
  private int streak;

  /**
   * Creates an empty history.
   *
   * @param windowSize the number of latest calls in which equal calls are counted, at least 1
   * @param capacity the number of calls kept: {@code windowSize}, or more if that is at most {@link
   *     #MAX_SCANNED}
   */
  public CallHistory(int windowSize, int capacity) {
    this.windowSize = windowSize;
    this.capacity = capacity;
    this.oldestFirst = new ArrayDeque<>(4);
    this.countsInWindow = windowSize > MAX_SCANNED ? new HashMap<>() : null;
  }

  /** Creates an independent copy that shares the calls themselves. */
  CallHistory(CallHistory other) {
    this.windowSize = other.windowSize;
    this.capacity = other.capacity;
    this.oldestFirst = other.oldestFirst.clone();
    this.countsInWindow = other.countsInWindow == null ? null : new HashMap<>(other.countsInWindow);
    this.streak = other.streak;
  }

  /** Returns a history of other sizes with the latest of these calls. */
  CallHistory resized(int newWindowSize, int newCapacity) {
    CallHistory resized = new CallHistory(newWindowSize, newCapacity);
    oldestFirst.forEach(resized::add);
    resized.streak = streak;
    return resized;
  }

  /** Returns a window for one tool, filled with the tool's calls in this history. */
  CallHistory windowOf(String tool, int size) {
    CallHistory window = new CallHistory(size, size);
    oldestFirst.stream().filter(call -> call.tool().equals(tool)).forEach(window::add);
    return window;
  }

  int windowSize() {
    return windowSize;
  }

  public void add(Call call) {
    streak = streak(call.fingerprint()) + 1;
    oldestFirst.addLast(call);
    Call evicted = oldestFirst.size() > capacity ? oldestFirst.removeFirst() : null;
    if (countsInWindow != null) {
      countsInWindow.merge(call.fingerprint(), 1, Integer::sum);
      if (evicted != null) {
        countsInWindow.computeIfPresent(
            evicted.fingerprint(), (key, count) -> count == 1 ? null : count - 1);
      }
    }
  }

  int size() {
    return oldestFirst.size();
  }

  /** Returns whether no call was evicted. */
  boolean isComplete() {
    return oldestFirst.size() < capacity;
  }

  /** Returns the equal name that one of the latest calls keeps, or the name itself. */
  String nameOf(String tool) {
    Iterator<Call> latestFirst = oldestFirst.descendingIterator();
    for (int i = 0; i < MAX_LOOKBACK && latestFirst.hasNext(); i++) {
      String name = latestFirst.next().tool();
      if (name.equals(tool)) {
        return name;
      }
    }
    return tool;
  }

  Iterator<Call> latestFirst() {
    return oldestFirst.descendingIterator();
  }

  /** Returns up to {@code limit} calls, the latest first. */
  List<Call> latest(int limit) {
    List<Call> latest = new ArrayList<>(Math.min(limit, oldestFirst.size()));
    Iterator<Call> latestFirst = oldestFirst.descendingIterator();
    while (latestFirst.hasNext() && latest.size() < limit) {
      latest.add(latestFirst.next());
    }
    return latest;
  }

  /** Returns whether another of the latest calls had the same answer. */
  boolean hasEarlierAnswer(Call call, Call.Result result) {
    return anyOfLatest(MAX_LOOKBACK, earlier -> earlier != call && earlier.hasSameAnswer(result));
  }

  /** Returns whether an equal call did the same shortly before. */
  boolean hasDoneTheSame(Call call, Call.Result result) {
    return anyOfLatest(
        MAX_LOOKBACK,
        earlier ->
            earlier != call
                && earlier.isSameAs(call)
                && earlier.hasSucceeded()
                && !earlier.isAcknowledgedUnlike(result));
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

  /** Returns whether an equal call is among the latest ones and succeeded. */
  boolean hasEarlierSuccess(Call call) {
    return anyOfLatest(
        MAX_LOOKBACK,
        earlier -> earlier != call && earlier.isSameAs(call) && earlier.hasSucceeded());
  }

  /** Returns the latest call that equals one that is not in the history. */
  Optional<Call> latestEqual(Call call) {
    return latest(oldestFirst.size()).stream().filter(call::isSameAs).findFirst();
  }

  public int count(Fingerprint fingerprint) {
    return countsInWindow == null
        ? equalCalls(fingerprint, windowSize).size()
        : countsInWindow.getOrDefault(fingerprint, 0);
  }

  /** Returns up to {@code limit} calls of the window with a fingerprint, the latest first. */
  List<Call> equalCalls(Fingerprint fingerprint, int limit) {
    List<Call> equal = new ArrayList<>(0);
    Iterator<Call> latestFirst = oldestFirst.descendingIterator();
    for (int i = 0; i < windowSize && equal.size() < limit && latestFirst.hasNext(); i++) {
      Call call = latestFirst.next();
      if (call.fingerprint().equals(fingerprint)) {
        equal.add(call);
      }
    }
    return equal;
  }

  /** Returns the number of consecutive latest calls with a fingerprint, evicted calls included. */
  int streak(Fingerprint fingerprint) {
    Call latest = oldestFirst.peekLast();
    boolean continues = latest != null && latest.fingerprint().equals(fingerprint);
    return continues ? streak : 0;
  }

  /**
   * Returns whether one of the latest calls is new, has a different result than the last time, or
   * waits for something that runs. A call that was last made before the window counts as new.
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
   * Returns whether a call other than {@code waiting} asks for something that still runs, or was
   * repeated and its two latest results differ. This distinguishes waiting from a loop: a call that
   * is only ever acknowledged ({@code sleep}, {@code put}) serves the other call.
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

  /**
   * Returns the equal calls made since another call last brought news or asked for something that
   * still runs. Evicted calls count as without news.
   *
   * @param equal calls with one fingerprint, the latest first
   */
  List<Call> sinceNewsOfOthers(List<Call> equal) {
    int count = 0;
    Iterator<Call> latestFirst = oldestFirst.descendingIterator();
    while (count < equal.size() && latestFirst.hasNext()) {
      Call call = latestFirst.next();
      if (call.isSameAs(equal.get(0))) {
        count++;
      } else if (call.hasNews() || call.isWaiting()) {
        return equal.subList(0, count);
      }
    }
    return equal;
  }

  /**
   * Returns whether a call begins a while after the one before it ended, and equals it, or is the
   * next step of a block that is repeated. Calls that wait by themselves may lie in between; ten
   * seconds are enough then, which a command that sleeps has taken.
   */
  public boolean isSpaced(Call call, long millis) {
    if (isStepOfPacedBlock(call, millis)) {
      return true;
    }
    long needed = millis;
    Iterator<Call> latestFirst = oldestFirst.descendingIterator();
    for (int i = 0; i < MAX_LOOKBACK && latestFirst.hasNext(); i++) {
      Call earlier = latestFirst.next();
      if (earlier.isSameAs(call)) {
        return call.isSpacedFrom(earlier, needed);
      }
      if (!earlier.isPatient()) {
        return false;
      }
      needed = earlier.form().isShell() ? 0 : Math.min(needed, MIN_WAIT_MILLIS);
    }
    return false;
  }

  /**
   * Returns whether a call follows the same other call as the last time, and a pause came between
   * these two times. A call that follows itself is no block.
   */
  private boolean isStepOfPacedBlock(Call call, long millis) {
    Iterator<Call> latestFirst = oldestFirst.descendingIterator();
    Call last = latestFirst.hasNext() ? latestFirst.next() : call;
    if (last.isSameAs(call)) {
      return false;
    }
    boolean hasPause = call.isSpacedFrom(last, millis);
    Call later = last;
    for (int i = 0; i < MAX_BLOCK && latestFirst.hasNext(); i++) {
      Call earlier = latestFirst.next();
      hasPause |= later.isSpacedFrom(earlier, millis);
      if (earlier.isSameAs(call)) {
        return hasPause && latestFirst.hasNext() && latestFirst.next().isSameAs(last);
      }
      later = earlier;
    }
    return false;
  }

  /**
   * Returns the number of model responses without news that have a vain search which no later
   * response repeats; 0 if fewer than {@code more} came since one that was reported. A call of no
   * known response counts as a response.
   *
   * @param limit the number of latest responses that are looked at
   */
  int countVain(int limit, int more) {
    int responses = 0;
    int count = 0;
    Set<Fingerprint> counted = new HashSet<>();
    List<Call> latest = latest(MAX_LOOKBACK);
    for (int i = 0; i < latest.size() && responses < limit; responses++) {
      boolean isVain = false;
      boolean hasNews = false;
      Call first = latest.get(i);
      do {
        Call call = latest.get(i++);
        hasNews |= call.hasNews() && !call.isVain();
        if (call.isVain() && counted.add(call.fingerprint())) {
          if (call.isReported() && count < more) {
            return 0;
          }
          isVain = true;
        }
      } while (i < latest.size() && latest.get(i).isOfSameResponse(first));
      count += isVain && !hasNews ? 1 : 0;
    }
    return count;
  }

  boolean hasNewsSince(Call earlier) {
    return latest(MAX_LOOKBACK).stream().takeWhile(call -> call != earlier).anyMatch(Call::hasNews);
  }

  boolean hasNewsBetween(Call earlier, Call later) {
    for (Call call : latest(MAX_LOOKBACK)) {
      if (call == earlier) {
        return false;
      }
      if (call != later && call.hasNews()) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether most of the calls since one, itself included, brought news of some kind. */
  boolean isMostlyNewsSince(Call first, Predicate<Call> kind) {
    int count = 0;
    int news = 0;
    for (Call call : latest(MAX_LOOKBACK)) {
      count++;
      news += kind.test(call) ? 1 : 0;
      if (call == first) {
        break;
      }
    }
    return 2 * news > count;
  }

  boolean hasNewAnswerSince(Call earlier) {
    return latest(MAX_LOOKBACK).stream()
        .takeWhile(call -> call != earlier)
        .anyMatch(Call::hasNewAnswer);
  }

  /**
   * Returns whether another tool wrote something new between two calls, so that the later one is a
   * new attempt.
   */
  boolean hasWriteBetween(Call earlier, Call later) {
    return latest(MAX_LOOKBACK).stream()
        .dropWhile(call -> call != later)
        .takeWhile(call -> call != earlier)
        .anyMatch(call -> call.novelty() == Call.Novelty.NEW_WRITE && !call.isOfSameActor(later));
  }
}
