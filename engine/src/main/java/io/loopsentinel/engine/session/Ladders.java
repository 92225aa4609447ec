package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.DetectorKind;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.response.Escalation;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;

/**
 * Turns findings into sightings: each climbs the ladder of its loop.
 *
 * <p>Has no state of its own; whoever calls it holds the session's monitor.
 */
final class Ladders {

  private final Escalation escalation;
  private final DetectorSettings.SimilarTurns similarTurns;

  Ladders(DetectorSettings detectors) {
    this.escalation = new Escalation(detectors);
    this.similarTurns = detectors.similarTurns();
  }

  /** Counts a finding about a call. */
  Sighting climb(Session session, Finding finding, ToolPolicy policy, int response) {
    int occurrence = session.found().rungs().climb(finding.loop(), response);
    return sighting(session, finding, occurrence, policy);
  }

  /**
   * Counts a finding about a turn. No call can be stopped for it, so what would stop one ends the
   * session: the next call and the next turn are the first that cost nothing.
   */
  Sighting climbTurn(Session session, Finding finding, ToolPolicy policy) {
    if (finding.detector() == DetectorKind.SIMILAR_TURNS) {
      int occurrence = finding.count() - similarTurns.warnAfter() + 1;
      return new Sighting(
          finding,
          occurrence,
          session.bounded(similarTurnsRung(finding.count())),
          session.bounded(similarTurnsRung(finding.count() + 1)),
          null);
    }
    return ofTurn(climb(session, finding, policy, session.response()));
  }

  /** Returns what {@link #climbTurn} would, and counts nothing. */
  Sighting foreseeTurn(Session session, Finding finding, ToolPolicy policy) {
    int occurrence = session.found().rungs().occurrences(finding.loop()) + 1;
    return ofTurn(sighting(session, finding, occurrence, policy));
  }

  private Sighting sighting(Session session, Finding finding, int occurrence, ToolPolicy policy) {
    Ladder ladder = escalation.ladder(finding.detector(), policy);
    return new Sighting(
        finding,
        occurrence,
        session.bounded(ladder.rung(occurrence)),
        session.bounded(ladder.rung(occurrence + 1)),
        policy.reason());
  }

  private Action similarTurnsRung(int consecutive) {
    return consecutive >= similarTurns.terminateAfter() ? Action.TERMINATE : Action.WARN;
  }

  private static Sighting ofTurn(Sighting sighting) {
    return new Sighting(
        sighting.finding(),
        sighting.occurrence(),
        ofTurn(sighting.rung()),
        ofTurn(sighting.next()),
        sighting.reason());
  }

  private static Action ofTurn(Action rung) {
    return switch (rung) {
      case OBSERVE -> Action.OBSERVE;
      case WARN -> Action.WARN;
      case HINT, ABORT, TERMINATE -> Action.TERMINATE;
    };
  }
}
