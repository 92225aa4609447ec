package io.loopsentinel.engine.session;

import io.loopsentinel.engine.settings.SessionSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions by their keys, bounded in number and by idleness: there are never more than allowed,
 * and none is found that was idle for too long. Thread-safe.
 *
 * <p>Evicting a session loses its history and nothing else: its next call begins a new one. A
 * session that begins takes a lock; to look one up takes none, but to look for idle ones, where no
 * other does. Nothing is waited for under the lock, and no one is told anything.
 */
final class SessionStore {

  /** How much sooner than configured a session may be forgotten, as a part of that time. */
  private static final int IMPRECISION = 100;

  private static final long MOST_IMPRECISE = TimeUnit.SECONDS.toNanos(1);

  private final SessionTable sessions = new SessionTable();
  private final SessionQueue queue;

  /** Held for each change of the table and the queue, so that both have the same sessions. */
  private final ReentrantLock lock = new ReentrantLock();

  private final HistoryLayout layout;
  private final int max;
  private final long timeout;
  private final long imprecision;
  private final Consumer<Eviction> evictions;
  private final LongSupplier nanoTime;

  /**
   * Creates an empty store.
   *
   * @param layout how long the histories of its sessions are
   * @param evictions told of each session that is forgotten, though nobody asked for it; quick
   * @param nanoTime a clock that only runs forwards
   */
  SessionStore(
      SessionSettings settings,
      HistoryLayout layout,
      Consumer<Eviction> evictions,
      LongSupplier nanoTime) {
    this.layout = layout;
    this.max = settings.max();
    this.timeout = settings.idleTimeout().toNanos();
    this.imprecision = Math.min(MOST_IMPRECISE, timeout / IMPRECISION);
    this.queue = new SessionQueue(timeout, nanoTime.getAsLong());
    this.evictions = evictions;
    this.nanoTime = nanoTime;
  }

  /**
   * Returns the session that was looked up last, where it is that of a key and needs not be looked
   * up again; else {@code null}. It may be forgotten, see {@link Session#isForgotten}.
   */
  @Nullable Session last(Object key, LastSession last) {
    return last.of(key, nanoTime, imprecision);
  }

  /**
   * Returns the session of a key.
   *
   * @param last takes it in
   */
  Session session(Object key, LastSession last) {
    long now = nanoTime.getAsLong();
    StoredSession found = session(key, now);
    last.lookedUp(found, now);
    return found;
  }

  /**
   * Says that the session of a key is going to be looked up, so that the processor fetches it.
   *
   * @param hash of the key, see {@link SessionTable#hash}
   */
  void expect(int hash) {
    sessions.expect(hash);
  }

  /** Returns the session of a key. */
  StoredSession session(Object key) {
    return session(key, nanoTime.getAsLong());
  }

  private StoredSession session(Object key, long now) {
    StoredSession known = sessions.get(key);
    if (known == null || known.isIdle(now, timeout)) {
      return begin(key, now);
    }
    known.use(now);
    if (queue.isDue(now)) {
      evictIdle(now);
    }
    return known;
  }

  private StoredSession begin(Object key, long now) {
    List<StoredSession> evicted = new ArrayList<>(0);
    StoredSession session;
    lock.lock();
    try {
      session = sessions.get(key);
      if (session != null && !session.isIdle(now, timeout)) {
        session.use(now); // Another thread was first.
        return session;
      }
      if (session != null) {
        queue.remove(session);
        evicted.add(session);
      }
      if (queue.isDue(now)) {
        queue.takeIdle(now, evicted);
      }
      if (queue.size() >= max) {
        evicted.add(queue.takeLeastUsed());
      }
      dropFromTable(evicted);
      session = newSession(key, now);
      sessions.add(session);
      queue.add(session);
    } finally {
      lock.unlock();
    }
    tell(evicted, now);
    return session;
  }

  private StoredSession newSession(Object key, long now) {
    return key instanceof SharedSessionKey
        ? new SharedSession(key, layout, now)
        : new StoredSession(key, layout, now);
  }

  /** Leaves it to another thread that has the lock. */
  private void evictIdle(long now) {
    if (!lock.tryLock()) {
      return;
    }
    List<StoredSession> evicted = new ArrayList<>(0);
    try {
      queue.takeIdle(now, evicted);
      dropFromTable(evicted);
    } finally {
      lock.unlock();
    }
    tell(evicted, now);
  }

  private void dropFromTable(List<StoredSession> evicted) {
    for (int i = 0; i < evicted.size(); i++) {
      sessions.remove(evicted.get(i));
    }
  }

  private void tell(List<StoredSession> evicted, long now) {
    for (int i = 0; i < evicted.size(); i++) {
      StoredSession session = evicted.get(i);
      // Waits for a call that is being judged; that one waits for nothing.
      synchronized (session) {
        session.forget();
      }
      evictions.accept(new Eviction(session.key().toString(), session.isIdle(now, timeout)));
    }
  }

  /** Forgets a session; returns whether it had been ended. */
  boolean forget(Object key) {
    long now = nanoTime.getAsLong();
    StoredSession session;
    lock.lock();
    try {
      session = sessions.get(key);
      if (session == null) {
        return false;
      }
      sessions.remove(session);
      queue.remove(session);
    } finally {
      lock.unlock();
    }
    if (session.isIdle(now, timeout)) {
      tell(List.of(session), now);
      return false;
    }
    synchronized (session) {
      boolean ended = session.terminatedBy() != null;
      session.reset();
      session.forget();
      return ended;
    }
  }

  /** Returns the keys of all sessions, and whether each was ended. */
  Map<Object, Boolean> terminations() {
    long now = nanoTime.getAsLong();
    Map<Object, Boolean> terminations = new HashMap<>();
    for (StoredSession session : snapshot()) {
      synchronized (session) {
        if (!session.isForgotten() && !session.isIdle(now, timeout)) {
          terminations.put(session.key(), session.terminatedBy() != null);
        }
      }
    }
    return terminations;
  }

  private List<StoredSession> snapshot() {
    lock.lock();
    try {
      return sessions.sessions();
    } finally {
      lock.unlock();
    }
  }
}
