package io.loopsentinel.engine.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.Ticker;
import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.session.LoopEngine.Eviction;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of this JVM, in a Caffeine cache.
 *
 * <p>Evicting a session loses only its history: its next call begins a new session. The least
 * recently used session is evicted, never one that has just begun and may be looping. So the number
 * is bounded here by the time of the last access, not by the cache's own {@code maximumSize}, which
 * keeps frequently used entries.
 */
final class CachedSessions implements SessionStore {

  /**
   * Number of eviction candidates to compare by timestamp, because the cache's access order is
   * approximate under contention.
   */
  private static final int COMPARED = 16;

  /** Free stack frames required before a lock is taken. */
  private static final int REQUIRED_FRAMES = 256;

  private volatile SessionHistory.Sizes sizes;
  private volatile int max;
  private final Consumer<Eviction> evictionListener;
  private final Cache<Object, Session> sessions;
  private final Policy.FixedExpiration<Object, Session> byAge;

  /** Evictions to report when nothing is locked. */
  private final Queue<Eviction> evicted = new ConcurrentLinkedQueue<>();

  /** Held while sessions are evicted because there are too many. Sessions begin without it. */
  private final BoundedLock lock = new BoundedLock();

  /**
   * Creates an empty store.
   *
   * @param evictionListener notified of each evicted session; must not block
   * @param ticker a monotonic clock
   */
  CachedSessions(
      SessionSettings settings,
      SessionHistory.Sizes sizes,
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
            .evictionListener((key, session, cause) -> evicted.add(eviction(key, true)))
            .build();
    this.byAge = sessions.policy().expireAfterAccess().orElseThrow();
  }

  @Override
  public Session lock(Object key) {
    reserveStack(REQUIRED_FRAMES);
    Object kept = SessionKey.bounded(key);
    Session known = sessions.getIfPresent(kept);
    Session session = known == null ? begin(kept) : known;
    reportEvictions();
    session.lock();
    try {
      session.resize(sizes);
      return session;
    } catch (Throwable failure) {
      session.close();
      throw failure;
    }
  }

  @Override
  public void resize(SessionSettings settings, SessionHistory.Sizes next) {
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
                evicted.add(eviction(leastUsed, false));
              });
    }
    return true;
  }

  @Override
  public boolean forget(Object key) {
    reserveStack(REQUIRED_FRAMES);
    Session session = sessions.asMap().remove(SessionKey.bounded(key));
    reportEvictions();
    return isTerminated(session);
  }

  @Override
  public Map<Object, Boolean> terminations() {
    reserveStack(REQUIRED_FRAMES);
    sessions.cleanUp();
    Map<Object, Session> snapshot = new HashMap<>(sessions.asMap());
    reportEvictions();
    Map<Object, Boolean> terminations = new HashMap<>();
    snapshot.forEach((key, session) -> terminations.put(key, isTerminated(session)));
    return terminations;
  }

  private void reportEvictions() {
    for (Eviction next = evicted.poll(); next != null; next = evicted.poll()) {
      evictionListener.accept(next);
    }
  }

  private static Eviction eviction(@Nullable Object key, boolean idle) {
    return new Eviction(String.valueOf(key), idle);
  }

  private static boolean isTerminated(@Nullable Session session) {
    if (session == null) {
      return false;
    }
    try (Session locked = session.lock()) {
      return locked.found().terminatedBy() != null;
    }
  }

  /**
   * Throws {@link StackOverflowError} here, where nothing is locked, if the stack is nearly used
   * up.
   *
   * <p>Between a lock and its release, the error would leave the cache locked forever, also for
   * other threads.
   */
  private static int reserveStack(int frames) {
    return frames == 0 ? 0 : 1 + reserveStack(frames - 1);
  }
}
