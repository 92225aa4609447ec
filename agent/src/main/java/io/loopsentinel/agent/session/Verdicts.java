package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.config.Mode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes rulings of sightings: the strictest decides, and may end the session.
 *
 * <p>Has no state of its own; whoever calls {@link #found} holds the session's monitor.
 */
final class Verdicts {

  private final Mode mode;

  Verdicts(Mode mode) {
    this.mode = mode;
  }

  /** Whether nothing is done about what is found. */
  boolean observeOnly() {
    return mode == Mode.OBSERVE;
  }

  Action action(List<Sighting> sightings) {
    return observeOnly() ? Action.OBSERVE : Ruling.strictest(sightings);
  }

  /**
   * Returns the ruling about a call or turn.
   *
   * @param sightings at least one
   */
  Ruling.Found found(Session session, List<Sighting> sightings, @Nullable RecordedCall recorded) {
    Ruling.Found found = new Ruling.Found(sightings, action(sightings), recorded);
    if (found.action() == Action.TERMINATE) {
      session.found().terminate(found);
    }
    return found;
  }
}
