package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.ShownArguments;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.session.Detection;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;

/**
 * Tells of what guards see and do: in the log, as events, and in the statistics. Thread-safe.
 *
 * <p>What ended a session is told when it did, and not again with each call that is refused since.
 */
final class Reports {

  private final FindingLog log;
  private final FindingEvents events;
  private final Statistics statistics;

  private Reports(FindingLog log, FindingEvents events, Statistics statistics) {
    this.log = log;
    this.events = events;
    this.statistics = statistics;
  }

  /** Returns what tells of them through a telemetry. */
  static Reports to(Telemetry telemetry, ShownArguments arguments) {
    return new Reports(
        new FindingLog(telemetry.log()),
        new FindingEvents(telemetry.events(), telemetry.statistics(), arguments),
        telemetry.statistics());
  }

  /** Counts a call, before it is judged. */
  void called() {
    statistics.called();
  }

  /** Counts a response of the model. */
  void turned(ModelTurn turn) {
    statistics.turned(turn.inputTokens() + turn.outputTokens());
  }

  /**
   * Tells of what was found about a call before it ran.
   *
   * @param report what a message to the model may say of it
   * @param done what was really done; a hint may have fallen to an abort
   */
  void ofCall(Ruling.Found found, GuardedCall call, LoopReport report, Action done) {
    Subject subject = call.subject();
    count(found, subject, done);
    if (!found.afterEnd()) {
      log.ofCall(found, call.session(), done);
      events.found(found, subject, done, false);
      if (done == Action.HINT) {
        events.hinted(found, subject, report);
      }
    }
  }

  /**
   * Tells of what was found about a call of a batch before it ran.
   *
   * @param done what was really done to all of the batch
   * @param told whether the next request tells the model of it
   */
  void ofBatch(Ruling.Found found, GuardedCall call, Action done, boolean told) {
    count(found, call.subject(), done);
    if (!found.afterEnd()) {
      log.ofBatch(found, call.session(), done, told);
      events.found(found, call.subject(), done, false);
    }
  }

  /**
   * Tells of what was found in the outcome of a call.
   *
   * @param told where the model can read of it
   * @param threw whether there is no result, as the tool threw
   */
  void ofOutcome(Ruling.Found found, GuardedCall call, WarningPlace told, boolean threw) {
    countFindings(found);
    log.ofOutcome(found, call.session(), told, threw);
    events.found(found, call.subject(), found.action(), false);
  }

  /**
   * Tells of what was found in a turn of the model.
   *
   * @param told whether the next request tells the model of it
   */
  void ofTurn(Ruling.Found found, Subject subject, boolean told) {
    if (!found.afterEnd()) {
      countFindings(found);
      log.ofTurn(found, subject.session(), told);
      events.found(found, subject, found.action(), true);
    }
  }

  /**
   * Tells of what was found about a call that the model asked for and nobody dispatched.
   *
   * @param told whether the next request tells the model of it
   */
  void ofUndispatched(Ruling.Found found, Subject subject, boolean told) {
    countFindings(found);
    log.ofUndispatched(found, subject.session(), told);
    events.found(found, subject, found.action(), false);
  }

  /** Tells that a new run began a session anew that had been ended. */
  void ofReset(Subject subject) {
    events.reset(subject);
  }

  private void count(Ruling.Found found, Subject subject, Action done) {
    if (!found.afterEnd()) {
      countFindings(found);
    }
    if (!done.runsCall() && subject.tool() != null) {
      statistics.stopped(subject.tool(), found.decisive().finding().detector().key());
    }
  }

  private void countFindings(Ruling.Found found) {
    for (Detection detection : found.detections()) {
      statistics.found(detection.finding().detector().key());
    }
  }
}
