package io.loopsentinel.agent.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.loopsentinel.agent.config.SessionSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sessions by their keys, bounded in number and by idleness. Thread-safe.
 *
 * <p>Evicting a session loses its history and nothing else: its next call begins a new one.
 */
final class SessionStore {

  private final Cache<Object, Session> sessions;

  /**
   * Creates an empty store.
   *
   * @param evictions told of each session that is forgotten, though nobody asked for it; quick
   */
  SessionStore(SessionSettings settings, Consumer<Eviction> evictions) {
    this.sessions =
        Caffeine.newBuilder()
            .maximumSize(settings.max())
            .expireAfterAccess(settings.idleTimeout())
            // The default, the common pool, would start threads in the application's name.
            .executor(Runnable::run)
            .evictionListener(
                (@Nullable Object key, @Nullable Session session, RemovalCause cause) ->
                    evictions.accept(
                        new Eviction(String.valueOf(key), cause == RemovalCause.EXPIRED)))
            .build();
  }

  Session session(Object key) {
    return sessions.get(key, SessionStore::newSession);
  }

  private static Session newSession(Object key) {
    return key instanceof SharedSessionKey ? new SharedSession() : new Session();
  }

  /** Forgets a session; returns whether it had been ended. */
  boolean forget(Object key) {
    Session session = sessions.asMap().remove(key);
    if (session == null) {
      return false;
    }
    synchronized (session) {
      boolean ended = session.terminatedBy() != null;
      session.reset();
      return ended;
    }
  }

  /** Returns the keys of all sessions, and whether each was ended. */
  Map<Object, Boolean> terminations() {
    Map<Object, Boolean> terminations = new HashMap<>();
    sessions
        .asMap()
        .forEach(
            (key, session) -> {
              synchronized (session) {
                terminations.put(key, session.terminatedBy() != null);
              }
            });
    return terminations;
  }
}
