package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules on the calls of a session: what the detectors find in them climbs the ladders, and the
 * strictest rung decides. Records the calls that run.
 *
 * <p>Has no state of its own; used under the session's lock.
 */
final class CallJudge {

  private final List<Detector> detectors;
  private final boolean countsSpending;
  private final Verdicts verdicts;

  /**
   * Creates a judge.
   *
   * @param countsSpending whether calls count against a budget
   */
  CallJudge(List<Detector> detectors, boolean countsSpending, Verdicts verdicts) {
    this.detectors = detectors;
    this.countsSpending = countsSpending;
    this.verdicts = verdicts;
  }

  /** Judges a call before it runs, and records it where it does. */
  Ruling judge(Session session, ToolCall toolCall, long time) {
    Ruling.Found ended = verdicts.endOf(session);
    if (ended != null) {
      return ended;
    }
    boolean duplicate = session.history().isAskedForTwice(toolCall.fingerprint());
    Call call = toolCall.at(time, session.response());
    List<Detection> detections = new ArrayList<>(0);
    for (Detector detector : detectors) {
      Finding finding =
          duplicate && !detector.judgesDuplicates()
              ? null
              : detector.beforeCall(call, session.history());
      if (finding != null) {
        detections.add(
            Ladders.climb(session, detector, finding, call.policy(), session.response()));
      }
    }
    if (!duplicate) {
      detections.addAll(session.takeWaiting(call.tool()));
    }
    Action action = detections.isEmpty() ? Action.OBSERVE : verdicts.action(detections);
    RecordedCall recorded = null;
    if (action.runsCall()) {
      recorded = run(session, toolCall, call, duplicate);
    }
    return detections.isEmpty()
        ? new Ruling.Pass(recorded)
        : verdicts.found(session, detections, action, recorded);
  }

  /** A call that was asked for twice in one response is paid for, but it repeats nothing. */
  private @Nullable RecordedCall run(
      Session session, ToolCall toolCall, Call call, boolean duplicate) {
    if (countsSpending) {
      session.history().spend(call.tool());
    }
    if (duplicate) {
      return null;
    }
    session.history().record(call);
    return new RecordedCall(session, toolCall, call);
  }

  /**
   * Notes the outcome of a call that ran, and judges it.
   *
   * @return what warns stands in this very result; what stops a call waits for the tool's next one
   */
  Ruling.@Nullable Found judgeOutcome(Session session, Call call, Outcome outcome) {
    session.history().complete(call, outcome);
    if (session.hasFound()) {
      session.found().dropRefuted(call.tool(), outcome);
    }
    List<Detection> ofThisResult = new ArrayList<>(0);
    for (Detector detector : detectors) {
      Finding finding = detector.afterCall(call, outcome, session.history());
      if (finding != null) {
        Detection detection =
            Ladders.climb(session, detector, finding, call.policy(), call.response());
        if (detection.rung().runsCall()) {
          ofThisResult.add(detection);
        } else {
          session.found().keepFor(call.tool(), detector, detection);
          detector.deferred(call.tool(), session.history());
        }
      }
    }
    return ofThisResult.isEmpty() ? null : verdicts.found(session, ofThisResult);
  }
}
