package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** A store of sessions, bounded in number and by idleness. Thread-safe. */
interface SessionStore {

  /**
   * Locks a session, which is created if absent. Closing it unlocks it.
   *
   * @throws IllegalStateException if others hold the session's lock for too long
   */
  Session lock(Object key);

  /** Reads or changes something of a session under its lock. */
  default <T> T in(Object key, Function<Session, T> work) {
    try (Session session = lock(key)) {
      return work.apply(session);
    }
  }

  /** Changes something of a session under its lock. */
  default void run(Object key, Consumer<Session> work) {
    try (Session session = lock(key)) {
      work.accept(session);
    }
  }

  /** Changes the bounds: number and idleness at once, those of each session with its next call. */
  void resize(SessionSettings settings, SessionHistory.Sizes sizes);

  /** Drops a session; returns whether it had been terminated. */
  boolean forget(Object key);

  /** Returns a snapshot of the states of all sessions by their keys. */
  Map<Object, SessionState> states();
}
