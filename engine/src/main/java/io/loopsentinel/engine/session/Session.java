package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.Action;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of one session.
 *
 * <p>Thread-safe by {@link #locked}: checking a call and recording it are one step. Everything else
 * is used under its lock, under which nothing is read, written or called that belongs to the
 * application.
 */
final class Session {

  private final BoundedLock lock = new BoundedLock();
  private final boolean shared;
  private SessionHistory history;
  private @Nullable FoundLoops found;
  private @Nullable NextTurn nextTurn;

  /**
   * Begins a session without calls.
   *
   * @param shared whether several conversations may have it in common. An honest call of one may
   *     repeat calls of others, so none is stopped.
   */
  Session(boolean shared, SessionHistory.Sizes sizes) {
    this.shared = shared;
    this.history = new SessionHistory(sizes);
  }

  /**
   * Runs something under the lock of this session.
   *
   * @throws IllegalStateException if the lock is not free for too long
   */
  <T> T locked(Supplier<T> work) {
    return lock.locked(work);
  }

  /** Returns what the detectors look at. */
  SessionHistory history() {
    return history;
  }

  /** Goes back to an earlier copy of the history. */
  void restore(SessionHistory earlier) {
    history = earlier;
  }

  /** Returns what may be done in this session of what a ladder says. */
  Action bounded(Action rung) {
    return !shared || rung.runsCall() ? rung : Action.WARN;
  }

  /** Returns the loops that were found. */
  FoundLoops found() {
    if (found == null) {
      found = new FoundLoops();
    }
    return found;
  }

  /** Returns what ended the session, or {@code null}. */
  Ruling.@Nullable Found terminatedBy() {
    return found == null ? null : found.terminatedBy();
  }

  /** Returns the detections that waited for this call of a tool, which are done with then. */
  List<Detection> takeWaiting(String tool) {
    return found == null ? List.of() : found.takeFor(tool);
  }

  /** Drops the detections that wait for a tool's next call and that an outcome refutes. */
  void dropRefuted(String tool, Outcome outcome) {
    if (found != null) {
      found.dropRefuted(tool, outcome);
    }
  }

  /** Returns what waits for the next turn. */
  NextTurn nextTurn() {
    if (nextTurn == null) {
      nextTurn = new NextTurn();
    }
    return nextTurn;
  }

  /** Notes that a tool is dispatched. */
  void dispatched(String tool) {
    if (nextTurn != null) {
      nextTurn.dispatched(tool);
    }
  }
}
