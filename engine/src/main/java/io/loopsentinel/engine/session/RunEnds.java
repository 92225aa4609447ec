package io.loopsentinel.engine.session;

import io.loopsentinel.engine.response.LoopErrorDetails;
import io.loopsentinel.engine.settings.AbortAt;
import org.jspecify.annotations.Nullable;

/**
 * Ends runs at their next request to the model instead of at the refused call.
 *
 * <p>A provider refuses a conversation in which a call has no answer. So the refused call is
 * answered, and the error is thrown when the run asks the model again. Thread-safe. Session keys as
 * in {@link LoopEngine}.
 */
public final class RunEnds {

  private final CachedSessions sessions;
  private final Judge judge;
  private final AbortAt abortAt;

  /**
   * An end that waits for the next request of its session.
   *
   * @param error the contents of the error that is thrown then
   */
  public record PendingEnd(LoopErrorDetails error, boolean terminated) {}

  RunEnds(CachedSessions sessions, Judge judge, AbortAt abortAt) {
    this.sessions = sessions;
    this.judge = judge;
    this.abortAt = abortAt;
  }

  /** Returns whether the settings allow that a run ends at its next request. */
  public boolean areEnabled() {
    return abortAt == AbortAt.NEXT_REQUEST;
  }

  /** Returns whether a session's run can end so: if enabled, and a guard sees its requests. */
  public boolean canDefer(Object sessionKey) {
    return areEnabled()
        && !judge.state().observesOnly()
        && sessions.in(sessionKey, Session::guardsRequests);
  }

  /** Ends the run of a session at its next request. */
  public void defer(Object sessionKey, PendingEnd end) {
    judge.state().deferred().set(true);
    try (Session session = sessions.lock(sessionKey)) {
      session.endAtNextRequest(end);
    }
  }

  /** Returns the end that waits in a session, for calls that come before the next request. */
  public @Nullable PendingEnd pending(Object sessionKey) {
    return !judge.state().deferred().get() || judge.state().observesOnly()
        ? null
        : sessions.in(sessionKey, Session::pendingEnd);
  }

  /**
   * Removes and returns the end for which the request that is about to be sent is refused; the
   * session can continue afterwards. Records that a guard sees its requests.
   */
  public @Nullable PendingEnd take(Object sessionKey) {
    PendingEnd end = sessions.in(sessionKey, Session::takeEnd);
    return judge.state().observesOnly() ? null : end;
  }
}
