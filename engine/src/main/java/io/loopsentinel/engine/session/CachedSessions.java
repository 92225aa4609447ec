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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of this JVM, in a Caffeine cache.
 *
 * <p>Evicting a session loses its history and nothing else: its next call begins a new one. The
 * least recently used one goes, never one that has just begun, which may be the looping one: so the
 * number is bounded here by the age of the last access, and not by the cache's own {@code
 * maximumSize}, which prefers what is used often.
 */
final class CachedSessions implements SessionStore {

  /**
   * How many of the least recently used are compared. The cache's order may miss an access where
   * many come at once; their times do not.
   */
  private static final int COMPARED = 16;

  /** Frames that have to fit on the stack before anything is locked. */
  private static final int FRAMES = 256;

  private volatile SessionHistory.Sizes sizes;
  private volatile int max;
  private final Consumer<Eviction> evictions;
  private final Cache<Object, Session> sessions;
  private final Policy.FixedExpiration<Object, Session> byAge;

  /** What was evicted and is still to be told, which is not to be done under a lock. */
  private final Queue<Eviction> evicted = new ConcurrentLinkedQueue<>();

  /** Held while a session begins and another one goes for it. */
  private final BoundedLock lock = new BoundedLock();

  /**
   * Creates an empty store.
   *
   * @param evictions told of each session that is forgotten, though nobody asked for it; quick
   * @param nanoTime a clock that only runs forwards
   */
  CachedSessions(
      SessionSettings settings,
      SessionHistory.Sizes sizes,
      Consumer<Eviction> evictions,
      Ticker nanoTime) {
    this.sizes = sizes;
    this.max = settings.max();
    this.evictions = evictions;
    this.sessions =
        Caffeine.newBuilder()
            .expireAfterAccess(settings.idleTimeout())
            .ticker(nanoTime)
            .executor(Runnable::run)
            .evictionListener((key, session, cause) -> evicted.add(eviction(key, true)))
            .build();
    this.byAge = sessions.policy().expireAfterAccess().orElseThrow();
  }

  @Override
  public <T> T in(Object key, Function<Session, T> work) {
    reserveStack(FRAMES);
    Object kept = SessionKey.bounded(key);
    Session known = sessions.getIfPresent(kept);
    Session session = known == null ? lock.locked(() -> begin(kept)) : known;
    tellEvictions();
    SessionHistory.Sizes current = sizes;
    return session.locked(
        () -> {
          session.resize(current);
          return work.apply(session);
        });
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
      sessions.cleanUp(); // Those that are idle go first.
    }
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
    return session;
  }

  @Override
  public boolean forget(Object key) {
    reserveStack(FRAMES);
    Session session = lock.locked(() -> sessions.asMap().remove(SessionKey.bounded(key)));
    tellEvictions();
    return isEnded(session);
  }

  @Override
  public Map<Object, Boolean> terminations() {
    reserveStack(FRAMES);
    Map<Object, Session> snapshot =
        lock.locked(
            () -> {
              sessions.cleanUp();
              return new HashMap<>(sessions.asMap());
            });
    tellEvictions();
    Map<Object, Boolean> terminations = new HashMap<>();
    snapshot.forEach((key, session) -> terminations.put(key, isEnded(session)));
    return terminations;
  }

  private void tellEvictions() {
    for (Eviction next = evicted.poll(); next != null; next = evicted.poll()) {
      evictions.accept(next);
    }
  }

  private static Eviction eviction(@Nullable Object key, boolean idle) {
    return new Eviction(String.valueOf(key), idle);
  }

  private static boolean isEnded(@Nullable Session session) {
    return session != null && session.locked(() -> session.found().terminatedBy() != null);
  }

  /**
   * Makes sure that the stack has some room left.
   *
   * <p>A {@link StackOverflowError} between a lock and its release would leave the cache locked for
   * ever, also for calls of other threads. So it is to come here, where nothing is locked.
   */
  private static int reserveStack(int frames) {
    return frames == 0 ? 0 : 1 + reserveStack(frames - 1);
  }
}
