package io.loopsentinel.agent.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.loopsentinel.agent.config.SessionSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions by their keys, bounded in number and by idleness. Thread-safe.
 *
 * <p>Evicting a session loses its history and nothing else: its next call begins a new one.
 */
final class SessionStore {

  /** How much sooner than configured a session may be forgotten, as a part of that time. */
  private static final int IMPRECISION = 100;

  private static final long MOST_IMPRECISE = TimeUnit.SECONDS.toNanos(1);

  private final Cache<Object, Session> sessions;
  private final LongSupplier nanoTime;
  private final long imprecision;

  /**
   * Creates an empty store.
   *
   * @param evictions told of each session that is forgotten, though nobody asked for it; quick
   * @param nanoTime a clock that only runs forwards
   */
  SessionStore(SessionSettings settings, Consumer<Eviction> evictions, LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.imprecision = Math.min(MOST_IMPRECISE, settings.idleTimeout().toNanos() / IMPRECISION);
    this.sessions =
        Caffeine.newBuilder()
            .maximumSize(settings.max())
            .expireAfterAccess(settings.idleTimeout())
            // The default, the common pool, would start threads in the application's name.
            .executor(Runnable::run)
            .ticker(nanoTime::getAsLong)
            .evictionListener(
                (@Nullable Object key, @Nullable Session session, RemovalCause cause) -> {
                  if (session != null) {
                    // Waits for a call that is being judged; that one waits for nothing.
                    synchronized (session) {
                      session.forget();
                    }
                  }
                  evictions.accept(
                      new Eviction(String.valueOf(key), cause == RemovalCause.EXPIRED));
                })
            .build();
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
    Session found = session(key);
    last.lookedUp(key, found, nanoTime);
    return found;
  }

  /** Returns the session of a key. */
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
      session.forget();
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
