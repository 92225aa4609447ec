package io.loopsentinel.agent.guard.call;

import io.loopsentinel.targets.link.LinkedTarget;
import org.jspecify.annotations.Nullable;

/**
 * A request to a model in progress on a thread.
 *
 * <p>A model may be a decorator of another model. Then only the inner response is paid, and the
 * outer one is not counted. Thread-safe.
 */
public final class TurnFrame {

  private final LinkedTarget target;
  private final Object session;
  private final @Nullable TurnFrame outer;
  private volatile boolean forwarded;

  public TurnFrame(LinkedTarget target, Object session, @Nullable TurnFrame outer) {
    this.target = target;
    this.session = session;
    this.outer = outer;
  }

  /**
   * Marks the enclosing requests as forwarded. A decorator may change the value that the session is
   * read from, so requests of one target count as one in any session.
   */
  public void markOuterForwarded() {
    for (TurnFrame each = outer; each != null; each = each.outer) {
      if (each.isOf(target, session)) {
        each.forwarded = true;
      }
    }
  }

  /** Returns whether a request that is made now only forwards this one. */
  public boolean isForwardedBy(LinkedTarget other, Object key) {
    return isOf(other, key) || (outer != null && outer.isForwardedBy(other, key));
  }

  private boolean isOf(LinkedTarget other, Object key) {
    return target.method().target().equals(other.method().target()) || session.equals(key);
  }

  /** Returns whether a nested request produced the response. */
  public boolean isForwarded() {
    return forwarded;
  }
}
