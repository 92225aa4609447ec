package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;

/** Turns findings into detections: each climbs the ladder of its loop. Under the session's lock. */
final class Ladders {

  private Ladders() {}

  /** Counts a finding about a call. */
  static Detection climb(
      Session session, Detector detector, Finding finding, ToolPolicy policy, int response) {
    int found = session.found().count(finding.loop(), response);
    return detection(session, detector, finding, found, policy);
  }

  /**
   * Counts a finding about a turn. No call can be stopped for it, so what would stop one ends the
   * session: the next call and the next turn are the first that cost nothing.
   */
  static Detection climbTurn(
      Session session, Detector detector, Finding finding, ToolPolicy policy) {
    return ofTurn(climb(session, detector, finding, policy, session.response()));
  }

  /** Returns what {@link #climbTurn} would, and counts nothing. */
  static Detection foreseeTurn(
      Session session, Detector detector, Finding finding, ToolPolicy policy) {
    int found = session.found().occurrences(finding.loop()) + 1;
    return ofTurn(detection(session, detector, finding, found, policy));
  }

  private static Detection detection(
      Session session, Detector detector, Finding finding, int found, ToolPolicy policy) {
    Ladder ladder = detector.ladder(policy);
    int occurrence = detector.occurrence(finding, found);
    return new Detection(
        finding,
        occurrence,
        session.bounded(ladder.rung(occurrence)),
        session.bounded(ladder.rung(occurrence + 1)),
        policy.reason());
  }

  private static Detection ofTurn(Detection detection) {
    return new Detection(
        detection.finding(),
        detection.occurrence(),
        ofTurn(detection.rung()),
        ofTurn(detection.next()),
        detection.reason());
  }

  private static Action ofTurn(Action rung) {
    return rung.runsCall() ? rung : Action.TERMINATE;
  }
}
