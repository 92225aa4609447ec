package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.config.DetectorSettings;
import io.loopsentinel.agent.config.Ladder;
import io.loopsentinel.agent.config.ToolPolicy;
import io.loopsentinel.agent.detect.DetectorKind;
import io.loopsentinel.agent.detect.Finding;
import io.loopsentinel.agent.response.Escalation;

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
    int occurrence = session.rungs().climb(finding.loop(), response);
    Ladder ladder = escalation.ladder(finding.detector(), policy);
    return new Sighting(finding, occurrence, ladder.rung(occurrence), ladder.rung(occurrence + 1));
  }

  /**
   * Counts a finding about a turn. A turn has happened when it is judged: what would be a hint is a
   * warning then, and what would abort it ends the session.
   */
  Sighting climbTurn(Session session, Finding finding, ToolPolicy policy) {
    if (finding.detector() == DetectorKind.SIMILAR_TURNS) {
      int occurrence = finding.count() - similarTurns.warnAfter() + 1;
      return new Sighting(
          finding,
          occurrence,
          similarTurnsRung(finding.count()),
          similarTurnsRung(finding.count() + 1));
    }
    Sighting sighting = climb(session, finding, policy, session.response());
    return new Sighting(
        finding, sighting.occurrence(), ofTurn(sighting.rung()), ofTurn(sighting.next()));
  }

  private Action similarTurnsRung(int consecutive) {
    return consecutive >= similarTurns.terminateAfter() ? Action.TERMINATE : Action.WARN;
  }

  private static Action ofTurn(Action rung) {
    return switch (rung) {
      case OBSERVE -> Action.OBSERVE;
      case WARN, HINT -> Action.WARN;
      case ABORT, TERMINATE -> Action.TERMINATE;
    };
  }
}
