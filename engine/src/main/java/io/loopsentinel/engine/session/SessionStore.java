package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.HistorySizes;
import io.loopsentinel.engine.settings.SessionSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions by their keys, bounded in number and by idleness. Thread-safe.
 *
 * <p>Evicting a session loses its history and nothing else: its next call begins a new one. The
 * least recently used one goes, never one that has just begun, which may be the looping one.
 */
final class SessionStore {

  /** Idle sessions that one call evicts; the next calls evict the others. */
  private static final int MOST_EVICTED = 64;

  private final BoundedLock lock = new BoundedLock();

  /** In the order of use, the least recently used first; guarded by the lock. */
  private final Map<Object, StoredSession> sessions = new LinkedHashMap<>(16, 0.75f, true);

  private final HistorySizes sizes;
  private final int max;
  private final long timeoutNanos;
  private final Consumer<Eviction> evictions;
  private final LongSupplier nanoTime;

  /** A session and when it was used last. */
  private static final class StoredSession {
    private final Session session;
    private long lastUse;

    StoredSession(Session session) {
      this.session = session;
    }
  }

  /**
   * Creates an empty store.
   *
   * @param evictions told of each session that is forgotten, though nobody asked for it; quick
   * @param nanoTime a clock that only runs forwards
   */
  SessionStore(
      SessionSettings settings,
      HistorySizes sizes,
      Consumer<Eviction> evictions,
      LongSupplier nanoTime) {
    this.sizes = sizes;
    this.max = settings.max();
    this.timeoutNanos = settings.idleTimeout().toNanos();
    this.evictions = evictions;
    this.nanoTime = nanoTime;
  }

  /**
   * Runs something under the lock of a session, which begins where there is none.
   *
   * @throws IllegalStateException if the session is locked by others for too long
   */
  <T> T in(Object key, Function<Session, T> work) {
    Object kept = SessionKeys.kept(key);
    List<Eviction> evicted = new ArrayList<>(0);
    Session session = lock.locked(() -> used(kept, evicted));
    evicted.forEach(evictions);
    return session.locked(() -> work.apply(session));
  }

  private Session used(Object kept, List<Eviction> evicted) {
    long now = nanoTime.getAsLong();
    StoredSession stored = sessions.get(kept);
    if (stored != null && isIdle(stored, now)) {
      sessions.remove(kept);
      evicted.add(new Eviction(kept.toString(), true));
      stored = null;
    }
    if (stored == null) {
      stored = new StoredSession(new Session(kept instanceof SharedSessionKey, sizes));
      sessions.put(kept, stored);
    }
    stored.lastUse = now;
    evict(now, MOST_EVICTED, evicted);
    return stored.session;
  }

  /** Evicts the sessions that are idle, at most so many, and those that are too many. */
  private void evict(long now, int mostIdle, List<Eviction> evicted) {
    Iterator<Map.Entry<Object, StoredSession>> order = sessions.entrySet().iterator();
    int left = mostIdle;
    while (order.hasNext()) {
      Map.Entry<Object, StoredSession> leastUsed = order.next();
      boolean idle = isIdle(leastUsed.getValue(), now);
      if (sessions.size() <= max && (!idle || left == 0)) {
        return;
      }
      order.remove();
      evicted.add(new Eviction(leastUsed.getKey().toString(), idle));
      left--;
    }
  }

  private boolean isIdle(StoredSession stored, long now) {
    return now - stored.lastUse >= timeoutNanos;
  }

  /** Forgets a session; returns whether it had been ended. */
  boolean forget(Object key) {
    Object kept = SessionKeys.kept(key);
    List<Eviction> evicted = new ArrayList<>(0);
    Session session =
        lock.locked(
            () -> {
              evict(nanoTime.getAsLong(), Integer.MAX_VALUE, evicted);
              StoredSession removed = sessions.remove(kept);
              return removed == null ? null : removed.session;
            });
    evicted.forEach(evictions);
    return isEnded(session);
  }

  /** Returns the keys of all sessions, and whether each was ended. */
  Map<Object, Boolean> terminations() {
    List<Eviction> evicted = new ArrayList<>(0);
    Map<Object, Session> snapshot = new HashMap<>();
    lock.locked(
        () -> {
          evict(nanoTime.getAsLong(), Integer.MAX_VALUE, evicted);
          sessions.forEach((key, stored) -> snapshot.put(key, stored.session));
          return true;
        });
    evicted.forEach(evictions);
    Map<Object, Boolean> terminations = new HashMap<>();
    snapshot.forEach((key, session) -> terminations.put(key, isEnded(session)));
    return terminations;
  }

  private static boolean isEnded(@Nullable Session session) {
    return session != null && session.locked(() -> session.terminatedBy() != null);
  }
}
