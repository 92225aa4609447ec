package io.loopsentinel.agent.guard;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls that are suspended, by the continuations of their callers: by identity, and as long as
 * these are there.
 *
 * <p>Bounded in number and in time, the oldest go first: a continuation that somebody holds may
 * never be resumed. Thread-safe; its lock is held for some steps in a map and nothing else.
 */
final class SuspendedCalls<C> {

  /** Calls that are suspended at a time; beyond, and after a while, their outcome is not seen. */
  static final int MOST = 10_000;

  static final long LONGEST = TimeUnit.HOURS.toNanos(1);

  private final LongSupplier nanoTime;
  private final WeakKeys keys = new WeakKeys();

  /** In the order in which they came. */
  private final Map<Object, Suspended<C>> calls = new LinkedHashMap<>();

  private record Suspended<C>(C call, long since) {}

  SuspendedCalls(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Takes in a call, in the place of any that its caller had. */
  synchronized void put(Object caller, C call) {
    long now = nanoTime.getAsLong();
    keys.removeCollected(calls);
    Iterator<Suspended<C>> oldest = calls.values().iterator();
    while (oldest.hasNext() && (isOld(oldest.next(), now) || calls.size() >= MOST)) {
      oldest.remove();
    }
    Object key = keys.of(caller);
    calls.remove(key);
    calls.put(key, new Suspended<>(call, now));
  }

  /** Returns the call of a caller, {@code null} where it has none or had it for too long. */
  synchronized @Nullable C get(Object caller) {
    Suspended<C> suspended = calls.get(keys.of(caller));
    return suspended == null || isOld(suspended, nanoTime.getAsLong()) ? null : suspended.call();
  }

  /** Drops a call, unless its caller has another one by now. */
  synchronized void remove(Object caller, C call) {
    calls.computeIfPresent(keys.of(caller), (key, known) -> known.call() == call ? null : known);
  }

  /** Returns the number of calls that are kept. */
  synchronized int size() {
    return calls.size();
  }

  private static boolean isOld(Suspended<?> suspended, long now) {
    return now - suspended.since() >= LONGEST;
  }
}
