package io.loopsentinel.engine.session;

import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes rulings of sightings: the strictest decides, and may end the session. Under the session's
 * lock.
 */
final class Verdicts {

  private final Controls controls;

  Verdicts(Controls controls) {
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

  /** Returns what is done about sightings; the mode may change, so it is asked once a ruling. */
  Action action(List<Sighting> sightings) {
    return observeOnly() ? Action.OBSERVE : Ruling.strictest(sightings);
  }

  /**
   * Returns the ruling about what has run, or about a turn.
   *
   * @param sightings at least one
   */
  Ruling.Found found(Session session, List<Sighting> sightings) {
    return found(session, sightings, action(sightings), null);
  }

  /**
   * Returns the ruling about a call or turn.
   *
   * @param sightings at least one
   * @param action as {@link #action} gave it
   */
  Ruling.Found found(
      Session session, List<Sighting> sightings, Action action, @Nullable RecordedCall recorded) {
    Ruling.Found found = new Ruling.Found(sightings, action, recorded);
    if (action == Action.TERMINATE) {
      session.found().terminate(found);
    }
    return found;
  }
}
