package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.TelemetrySettings.ShownArguments;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;
import java.util.function.Function;

/**
 * Tells of what guards see and do: in the log, as events, and in the statistics. Thread-safe.
 *
 * <p>What ended a session is told when it did, and not again with each call that is refused since.
 */
final class Reports {

  private final FindingLog log;
  private final FindingEvents events;
  private final Statistics statistics;

  Reports(Telemetry telemetry, ShownArguments arguments) {
    this.log = new FindingLog(telemetry.log(), System::nanoTime);
    this.events = new FindingEvents(telemetry.events(), telemetry.statistics(), arguments);
    this.statistics = telemetry.statistics();
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
   * @param done what was really done, to all of its batch; a hint may have fallen to an abort
   * @param told where the model can read of it
   */
  void ofCall(
      Ruling.Found found, GuardedCall call, Action done, boolean inBatch, WarningPlace told) {
    if (!done.runsCall()) {
      statistics.stopped(call.call().tool(), found.decisive().finding().detector());
    }
    if (!found.afterEnd()) {
      tell(
          found,
          call.subject(),
          done,
          false,
          detection ->
              inBatch
                  ? FindingWords.ofBatch(detection, done, told)
                  : FindingWords.ofCall(found, detection, done));
    }
  }

  /**
   * Tells that a call got a hint in the place of its result.
   *
   * @param report what the hint may say
   */
  void ofHint(Ruling.Found found, GuardedCall call, LoopReport report) {
    if (!found.afterEnd()) {
      events.hinted(found, call.subject(), report);
    }
  }

  /**
   * Tells of what was found in the outcome of a call.
   *
   * @param threw whether there is no result, as the tool threw
   */
  void ofOutcome(Ruling.Found found, GuardedCall call, WarningPlace told, boolean threw) {
    Action action = found.action();
    tell(
        found,
        call.subject(),
        action,
        false,
        detection -> FindingWords.ofOutcome(action, detection, told, threw));
  }

  /** Tells of what was found in a turn of the model. */
  void ofTurn(Ruling.Found found, Subject subject, WarningPlace told) {
    if (!found.afterEnd()) {
      Action action = found.action();
      tell(found, subject, action, true, detection -> FindingWords.ofTurn(action, detection, told));
    }
  }

  /** Tells of what was found about a call that the model asked for and nobody dispatched. */
  void ofUndispatched(Ruling.Found found, Subject subject, WarningPlace told) {
    tell(
        found,
        subject,
        found.action(),
        false,
        detection -> FindingWords.ofUndispatched(found, detection, told));
  }

  /** Tells that a new run began a session anew that had been ended. */
  void ofReset(Subject subject) {
    events.reset(subject);
  }

  private void tell(
      Ruling.Found found,
      Subject subject,
      Action done,
      boolean ofTurn,
      Function<Detection, String> words) {
    for (Detection detection : found.detections()) {
      statistics.found(detection.finding().detector());
      log.write(detection, subject.session(), words.apply(detection));
    }
    events.found(found, subject, done, ofTurn);
  }
}
