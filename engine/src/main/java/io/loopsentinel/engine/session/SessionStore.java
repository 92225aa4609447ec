package io.loopsentinel.engine.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Ticker;
import io.loopsentinel.engine.detect.HistorySizes;
import io.loopsentinel.engine.settings.SessionSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sessions by their keys, bounded in number and by idleness. Thread-safe.
 *
 * <p>Evicting a session loses its history and nothing else: its next call begins a new one.
 */
final class SessionStore {

  private final Cache<Object, Session> sessions;
  private final HistorySizes sizes;
  private final int max;
  private final Consumer<Eviction> evictions;

  /** Held while sessions are evicted, so that no two threads evict for one that began. */
  private final BoundedLock evicting = new BoundedLock();

  /**
   * Creates an empty store.
   *
   * @param evictions told of each session that is forgotten, though nobody asked for it; quick
   * @param ticker a clock that only runs forwards
   */
  SessionStore(
      SessionSettings settings, HistorySizes sizes, Consumer<Eviction> evictions, Ticker ticker) {
    this.sizes = sizes;
    this.max = settings.max();
    this.evictions = evictions;
    this.sessions =
        Caffeine.newBuilder()
            .expireAfterAccess(settings.idleTimeout())
            .ticker(ticker)
            .executor(Runnable::run) // No threads of its own; maintenance takes microseconds.
            .evictionListener(
                (@Nullable Object key, @Nullable Session session, RemovalCause cause) ->
                    evictions.accept(new Eviction(String.valueOf(key), true)))
            .build();
  }

  /**
   * Runs something under the lock of a session, which begins where there is none.
   *
   * @throws IllegalStateException if the session is locked by others for too long
   */
  <T> T in(Object key, Function<Session, T> work) {
    Object kept = SessionKeys.kept(key);
    Session known = sessions.getIfPresent(kept);
    Session session = known != null ? known : begin(kept);
    return session.locked(() -> work.apply(session));
  }

  private Session begin(Object kept) {
    boolean shared = kept instanceof SharedSessionKey;
    Session session = sessions.get(kept, key -> new Session(shared, sizes));
    if (sessions.estimatedSize() > max) {
      evicting.locked(this::evictLeastRecentlyUsed);
    }
    return session;
  }

  /**
   * Evicts the least recently used sessions, which Caffeine's own bound would not: it keeps those
   * that are used often, and turns away a session that has just begun and may be the looping one.
   */
  private boolean evictLeastRecentlyUsed() {
    while (sessions.estimatedSize() > max) {
      for (Object key : leastRecentlyUsed((int) (sessions.estimatedSize() - max))) {
        if (sessions.asMap().remove(key) != null) {
          evictions.accept(new Eviction(String.valueOf(key), false));
        }
      }
    }
    return true;
  }

  private Set<Object> leastRecentlyUsed(int limit) {
    return sessions
        .policy()
        .expireAfterAccess()
        .map(order -> order.oldest(limit).keySet())
        .orElse(Set.of());
  }

  /** Forgets a session; returns whether it had been ended. */
  boolean forget(Object key) {
    Session session = sessions.asMap().remove(SessionKeys.kept(key));
    return session != null && session.locked(() -> session.terminatedBy() != null);
  }

  /** Returns the keys of all sessions, and whether each was ended. */
  Map<Object, Boolean> terminations() {
    sessions.cleanUp();
    Map<Object, Boolean> terminations = new HashMap<>();
    sessions
        .asMap()
        .forEach(
            (key, session) ->
                terminations.put(key, session.locked(() -> session.terminatedBy() != null)));
    return terminations;
  }
}
