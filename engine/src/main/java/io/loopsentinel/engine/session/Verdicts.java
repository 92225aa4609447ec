package io.loopsentinel.engine.session;

import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes rulings of detections: the strictest decides, and may end the session. Under the session's
 * lock.
 */
final class Verdicts {

  private final RuntimeSwitches controls;

  Verdicts(RuntimeSwitches controls) {
    this.controls = controls;
  }

  /** Returns whether nothing is done about what is found. */
  boolean observeOnly() {
    return controls.mode() == Mode.OBSERVE;
  }

  /**
   * Returns what ended a session, or {@code null} where it goes on. An end is no consequence while
   * the mode is {@code observe}, and holds again when it is {@code enforce}.
   */
  Ruling.@Nullable Found endOf(Session session) {
    return observeOnly() ? null : session.terminatedBy();
  }

  /** Returns what is done about detections; the mode may change, so it is asked once a ruling. */
  Action action(List<Detection> detections) {
    return observeOnly() ? Action.OBSERVE : Ruling.strictest(detections);
  }

  /**
   * Returns the ruling about what has run, or about a turn.
   *
   * @param detections at least one
   */
  Ruling.Found found(Session session, List<Detection> detections) {
    return found(session, detections, action(detections), null);
  }

  /**
   * Returns the ruling about a call or turn.
   *
   * @param detections at least one
   * @param action as {@link #action} gave it
   */
  Ruling.Found found(
      Session session, List<Detection> detections, Action action, @Nullable RecordedCall recorded) {
    Ruling.Found found = new Ruling.Found(detections, action, recorded);
    if (action == Action.TERMINATE) {
      session.found().terminate(found);
    }
    return found;
  }
}
