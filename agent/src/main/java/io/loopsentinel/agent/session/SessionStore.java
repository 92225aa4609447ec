package io.loopsentinel.agent.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.loopsentinel.agent.config.SessionSettings;

/**
 * The sessions by their keys, bounded in number and by idleness. Thread-safe.
 *
 * <p>Evicting a session loses its history and nothing else: its next call begins a new one.
 */
final class SessionStore {

  private final Cache<Object, Session> sessions;

  SessionStore(SessionSettings settings) {
    this.sessions =
        Caffeine.newBuilder()
            .maximumSize(settings.max())
            .expireAfterAccess(settings.idleTimeout())
            // The default, the common pool, would start threads in the application's name.
            .executor(Runnable::run)
            .build();
  }

  Session session(Object key) {
    return sessions.get(key, ignored -> new Session());
  }

  void forget(Object key) {
    Session session = sessions.asMap().remove(key);
    if (session != null) {
      synchronized (session) {
        session.reset();
      }
    }
  }
}
