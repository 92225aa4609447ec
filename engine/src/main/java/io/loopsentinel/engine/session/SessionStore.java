package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** Where sessions live, bounded in number and by idleness. Thread-safe. */
interface SessionStore {

  /**
   * Runs something under the lock of a session, which begins where there is none.
   *
   * @throws IllegalStateException if the session is locked by others for too long
   */
  <T> T in(Object key, Function<Session, T> work);

  /** As {@link #in}, of what has no result. */
  default void run(Object key, Consumer<Session> work) {
    in(
        key,
        session -> {
          work.accept(session);
          return session;
        });
  }

  /**
   * Changes the bounds: of their number and idleness at once, of each session with its next call.
   */
  void resize(SessionSettings settings, SessionHistory.Sizes sizes);

  /** Forgets a session; returns whether it had been ended. */
  boolean forget(Object key);

  /** Returns the keys of all sessions, and whether each was ended; a snapshot. */
  Map<Object, Boolean> terminations();
}
