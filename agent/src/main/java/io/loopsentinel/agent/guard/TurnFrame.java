package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/**
 * A request to a model in progress on a thread.
 *
 * <p>A model may be a decorator that asks another one. Then the inner response is the one that is
 * paid, and the outer one is not counted. Thread-safe.
 */
final class TurnFrame {

  private final LinkedTarget target;
  private final Object session;
  private final @Nullable TurnFrame outer;
  private volatile boolean passedOn;

  TurnFrame(LinkedTarget target, Object session, @Nullable TurnFrame outer) {
    this.target = target;
    this.session = session;
    this.outer = outer;
  }

  /**
   * Marks the requests around this one as passed on. A decorator may change what the session is
   * read from, so requests of one target count as one in any session.
   */
  void passOuterOn() {
    for (TurnFrame each = outer; each != null; each = each.outer) {
      if (each.target.method().target().equals(target.method().target())
          || each.session.equals(session)) {
        each.passedOn = true;
      }
    }
  }

  /** Whether another request within this one brought the response. */
  boolean isPassedOn() {
    return passedOn;
  }
}
