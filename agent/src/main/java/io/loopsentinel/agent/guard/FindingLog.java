package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.engine.detect.DetectorKind;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.response.Summary;
import io.loopsentinel.engine.session.Detection;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;
import java.util.Locale;

/** Writes a line about each finding, without arguments or results. */
final class FindingLog {

  /** Characters of what was found, which names the tools of a cycle one after the other. */
  private static final int LONGEST_FACT = 500;

  private static final String IN_NEXT_REQUEST = "a warning is added to the next request";
  private static final String NOT_IN_REQUEST =
      "the model is not warned, for no turn target has inject";

  private final FindingLines lines;

  FindingLog(AgentLog log) {
    this.lines = new FindingLines(log, System::nanoTime);
  }

  /**
   * Tells of what was found about a call before it ran.
   *
   * @param done what was really done; a hint may have fallen to an abort
   */
  void ofCall(Ruling.Found found, Object session, Action done) {
    for (Detection detection : found.detections()) {
      write(detection, session, describeCall(found, detection, done));
    }
  }

  /**
   * Tells of what was found about a call of a batch before it ran.
   *
   * @param done what was really done to all of the batch
   * @param told whether the next request tells the model of it
   */
  void ofBatch(Ruling.Found found, Object session, Action done, boolean told) {
    for (Detection detection : found.detections()) {
      write(
          detection,
          session,
          switch (done) {
            case OBSERVE -> observed(detection.rung());
            case WARN ->
                told
                    ? IN_NEXT_REQUEST
                    : "the model is not warned, for its method returns for several calls at once";
            case HINT, ABORT -> "aborted, with all of its batch";
            case TERMINATE -> "the session is terminated";
          });
    }
  }

  /**
   * Tells of what was found in the outcome of a call.
   *
   * @param told where the model can read of it
   * @param threw whether there is no result, as the tool threw
   */
  void ofOutcome(Ruling.Found found, Object session, WarningPlace told, boolean threw) {
    for (Detection detection : found.detections()) {
      write(detection, session, describeOutcome(found.action(), detection, told, threw));
    }
  }

  /**
   * Tells of what was found in a turn of the model.
   *
   * @param told whether the next request tells the model of it
   */
  void ofTurn(Ruling.Found found, Object session, boolean told) {
    for (Detection detection : found.detections()) {
      write(detection, session, describeTurn(found.action(), detection, told));
    }
  }

  /**
   * Tells of what was found about a call that the model asked for and nobody dispatched.
   *
   * @param told whether the next request tells the model of it
   */
  void ofUndispatched(Ruling.Found found, Object session, boolean told) {
    for (Detection detection : found.detections()) {
      write(
          detection,
          session,
          "asked for and never dispatched: " + describeUndispatched(found, detection, told));
    }
  }

  private void write(Detection detection, Object session, String done) {
    if (!isWorthALine(detection.occurrence())) {
      return;
    }
    Finding finding = detection.finding();
    String name = Printable.of(session.toString(), Printable.NAME);
    lines.write(
        name,
        finding.detector(),
        "%s in session %s: %s (threshold %s); finding %d of this %s, %s"
            .formatted(
                finding.detector().key(),
                name,
                Printable.of(Summary.fact(finding, detection.reason()), LONGEST_FACT),
                Summary.threshold(finding),
                detection.occurrence(),
                finding.detector() == DetectorKind.BUDGET ? "budget" : "loop",
                done));
  }

  /** A model may go on for ever; its later findings are told at ever longer distances. */
  private static boolean isWorthALine(int occurrence) {
    return occurrence <= 4 || Integer.bitCount(occurrence) == 1;
  }

  private static String describeCall(Ruling.Found found, Detection detection, Action done) {
    Action rung = detection.rung();
    if (done != Action.OBSERVE && rung != found.decisive().rung()) {
      return "a stricter action was taken";
    }
    return switch (done) {
      case OBSERVE -> observed(rung);
      case WARN ->
          "the call runs, with a warning where its result or the next request can carry one";
      case HINT -> "the model gets a hint in its place";
      case ABORT -> rung == Action.HINT ? "aborted (its method cannot return a hint)" : "aborted";
      case TERMINATE -> "the session is terminated";
    };
  }

  private static String describeOutcome(
      Action action, Detection detection, WarningPlace told, boolean threw) {
    if (action == Action.OBSERVE || detection.rung() == Action.OBSERVE) {
      return observed(detection.rung());
    }
    return switch (told) {
      case RESULT -> "a warning is added to the result";
      case NEXT_REQUEST -> IN_NEXT_REQUEST;
      case NONE ->
          threw
              ? "the model is not warned, for the tool threw"
              : "the model is not warned, for its result cannot carry a warning";
    };
  }

  private static String describeUndispatched(
      Ruling.Found found, Detection detection, boolean told) {
    Action action = found.action();
    if (action != Action.OBSERVE && detection.rung() != found.decisive().rung()) {
      return "a stricter action was taken";
    }
    return switch (action) {
      case OBSERVE -> observed(detection.rung());
      case WARN, HINT -> told ? IN_NEXT_REQUEST : NOT_IN_REQUEST;
      case ABORT -> "the turn is aborted";
      case TERMINATE -> "the session is terminated";
    };
  }

  private static String describeTurn(Action action, Detection detection, boolean told) {
    if (action == Action.OBSERVE) {
      return observed(detection.rung());
    }
    return switch (detection.rung()) {
      case OBSERVE -> "observed";
      case TERMINATE -> "the session is terminated";
      case WARN, HINT, ABORT -> told ? IN_NEXT_REQUEST : NOT_IN_REQUEST;
    };
  }

  private static String observed(Action rung) {
    return rung == Action.OBSERVE
        ? "observed"
        : "observed (enforced, it would be: " + rung.name().toLowerCase(Locale.ROOT) + ")";
  }
}
