package io.loopsentinel.engine.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.Ticker;
import io.loopsentinel.engine.bounded.BoundedLock;
import io.loopsentinel.engine.detect.HistorySizes;
import io.loopsentinel.engine.session.view.Eviction;
import io.loopsentinel.engine.session.view.SessionKey;
import io.loopsentinel.engine.session.view.SessionState;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of this JVM, in a Caffeine cache.
 *
 * <p>Evicting a session loses only its history: its next call begins a new session. The least
 * recently used session is evicted, never one that has just begun and may be looping. So the number
 * is bounded here by the time of the last access, not by the cache's own {@code maximumSize}, which
 * keeps frequently used entries.
 */
final class CachedSessions {

  /**
   * Number of eviction candidates to compare by timestamp, because the cache's access order is
   * approximate under contention.
   */
  private static final int COMPARED = 16;

  /** Free stack frames, some 4 KB, required before a lock is taken. */
  private static final int REQUIRED_FRAMES = 80;

  private volatile HistorySizes sizes;
  private volatile int max;
  private final Consumer<Eviction> evictionListener;
  private final Cache<Object, Session> sessions;
  private final Policy.FixedExpiration<Object, Session> byAge;

  /** Evictions to report when nothing is locked. */
  private final Queue<Evicted> evicted = new ConcurrentLinkedQueue<>();

  /** A key, which is asked for its text when nothing is locked, and the cause. */
  private record Evicted(@Nullable Object key, boolean idle) {}

  /** Held while sessions are evicted because there are too many. Sessions begin without it. */
  private final BoundedLock lock = new BoundedLock();

  /**
   * Creates an empty store.
   *
   * @param evictionListener notified of each evicted session; must not block
   */
  CachedSessions(
      SessionSettings settings,
      HistorySizes sizes,
      Consumer<Eviction> evictionListener,
      Ticker ticker) {
    this.sizes = sizes;
    this.max = settings.max();
    this.evictionListener = evictionListener;
    this.sessions =
        Caffeine.newBuilder()
            .expireAfterAccess(settings.idleTimeout())
            .ticker(ticker)
            .executor(Runnable::run)
            .evictionListener((key, session, cause) -> evicted.add(new Evicted(key, true)))
            .build();
    this.byAge = sessions.policy().expireAfterAccess().orElseThrow();
  }

  /**
   * Locks a session, which is created if absent. Closing it unlocks it.
   *
   * @throws IllegalStateException if others hold the session's lock for too long
   */
  Session lock(Object key) {
    requireStack();
    Object kept = SessionKey.bounded(key);
    Session session = null;
    while (session == null) {
      Session known = sessions.getIfPresent(kept);
      Session found = known == null ? begin(kept) : known;
      reportEvictions();
      session = locked(kept, found);
    }
    return session;
  }

  /** Locks a session; returns {@code null} if it was dropped since it was found. */
  private @Nullable Session locked(Object kept, Session session) {
    session.lock();
    try {
      if (!session.isDropped()) {
        session.resize(sizes);
        return session;
      }
    } catch (Throwable failure) {
      session.close();
      throw failure;
    }
    session.close();
    sessions.asMap().remove(kept, session);
    return null;
  }

  /** Reads or changes something of a session under its lock. */
  <T> T in(Object key, Function<Session, T> work) {
    try (Session session = lock(key)) {
      return work.apply(session);
    }
  }

  /** Changes the bounds: number and idleness at once, those of each session with its next call. */
  void resize(SessionSettings settings, HistorySizes next) {
    sizes = next;
    max = settings.max();
    byAge.setExpiresAfter(settings.idleTimeout());
  }

  private Session begin(Object kept) {
    Session session =
        sessions.get(kept, key -> new Session(key instanceof SharedSessionKey, sizes));
    if (sessions.estimatedSize() > max) {
      lock.locked(this::evict);
    }
    return session;
  }

  private boolean evict() {
    sessions.cleanUp(); // Evicts idle sessions first.
    while (sessions.estimatedSize() > max) {
      byAge
          .oldest(
              entries ->
                  entries
                      .limit(COMPARED)
                      .min(Comparator.comparing(Policy.CacheEntry::expiresAfter))
                      .map(Map.Entry::getKey))
          .ifPresent(
              leastUsed -> {
                sessions.invalidate(leastUsed);
                evicted.add(new Evicted(leastUsed, false));
              });
    }
    return true;
  }

  /** Drops a session; returns whether it had been terminated. */
  boolean forget(Object key) {
    requireStack();
    Object kept = SessionKey.bounded(key);
    Session session = sessions.getIfPresent(kept);
    if (session == null) {
      reportEvictions();
      return false;
    }
    try (Session locked = session.lock()) {
      boolean terminated = !locked.isDropped() && locked.state().isTerminated();
      locked.drop();
      return terminated;
    } finally {
      sessions.asMap().remove(kept, session);
      reportEvictions();
    }
  }

  /**
   * Returns a snapshot of the states of all sessions by their keys, except for those whose lock
   * others hold for too long.
   *
   * @param state returns the state of a session that is locked
   */
  Map<Object, SessionState> states(Function<Session, SessionState> state) {
    requireStack();
    sessions.cleanUp();
    Map<Object, Session> snapshot = new HashMap<>(sessions.asMap());
    reportEvictions();
    Map<Object, SessionState> states = new HashMap<>();
    snapshot.forEach(
        (key, session) -> {
          try (Session locked = session.lock()) {
            states.put(key, state.apply(locked));
          } catch (IllegalStateException e) {
            // The call that waits for the lock reports it.
          }
        });
    return states;
  }

  private void reportEvictions() {
    for (Evicted next = evicted.poll(); next != null; next = evicted.poll()) {
      evictionListener.accept(new Eviction(String.valueOf(next.key()), next.idle()));
    }
  }

  /**
   * Throws {@link StackOverflowError} here, where nothing is locked, if the stack is nearly used
   * up.
   *
   * <p>Between a lock and its release, the error would leave the cache locked forever, also for
   * other threads.
   */
  private static void requireStack() {
    if (useStack(REQUIRED_FRAMES, 3, 5, 7, 9, 11) == 0) {
      throw new StackOverflowError();
    }
  }

  /** Takes frames that are large because all numbers are used after the inner call. */
  private static long useStack(int frames, long a, long b, long c, long d, long e) {
    long inner = frames == 0 ? 1 : useStack(frames - 1, b, c, d, e, a);
    return (inner ^ (a + b * c - d * e)) | 1;
  }
}
