package io.loopsentinel.engine.session;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.detect.DetectorTraits.Flag;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.detect.WaitingDetector;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.gate.EffectRefusal;
import io.loopsentinel.engine.gate.ToolGate;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Places the findings of a session on their ladders. Stateless; used under the session's lock. */
final class Ladders {

  private Ladders() {}

  /** Counts a finding, and returns it with the rung of its ladder. */
  static Detection climb(
      Session session, Detector detector, Finding finding, ToolPolicy policy, int response) {
    int found = session.found().count(finding.loop(), response);
    return detection(session, detector, finding, found, policy);
  }

  /** Returns a finding with a rung of its ladder, without counting it. */
  static Detection detection(
      Session session, Detector detector, Finding finding, int found, ToolPolicy policy) {
    Ladder full = detector.ladder(finding, policy);
    Ladder ladder = policy.limits().reuse() == null ? full.withoutReuse() : full;
    int occurrence = detector.traits().occurrence(finding, found);
    return new Detection(
        finding,
        occurrence,
        session.bounded(ladder.rung(occurrence)),
        session.bounded(ladder.rung(occurrence + 1)),
        policy.texts().reason(),
        SessionFacts.NONE);
  }

  /**
   * Returns a detection about a turn. A turn has been paid, so a rung that would stop a call
   * terminates the session: the next call and the next turn are the first that can be saved.
   *
   * @param showsRequests whether a budget that several sessions share can refuse the next request;
   *     if not, the session is terminated
   */
  static Detection ofTurn(Session session, Detection detection, boolean showsRequests) {
    return detection.finding().isOfSharedBudget()
        ? ofSpentBudget(session, detection, showsRequests)
        : detection.with(ofTurn(detection.rung()), ofTurn(detection.next()));
  }

  private static Action ofTurn(Action rung) {
    return rung.runsCall() ? rung : Action.TERMINATE;
  }

  /**
   * A cap climbs no ladder, because each new session would begin at its first rung: every request
   * is refused, unless the budget's own ladder only observes or warns.
   */
  private static Detection ofSpentBudget(
      Session session, Detection detection, boolean showsRequests) {
    Budget budget = Objects.requireNonNull(detection.finding().budget());
    Ladder own = budget.escalation();
    boolean stops = own == null || own.rungs().stream().anyMatch(rung -> !rung.runsCall());
    boolean isOfAll = budget.per().equals(Budget.GLOBAL);
    // Users of a shared session may include some whose budget is not spent.
    if (!stops || (!isOfAll && session.bounded(Action.ABORT).runsCall())) {
      return detection.rung().runsCall() ? detection : detection.with(Action.WARN, Action.WARN);
    }
    Action stop =
        showsRequests && detection.rung() != Action.TERMINATE ? Action.ABORT : Action.TERMINATE;
    return detection.with(stop, stop);
  }

  /** Adds the decision of a gate, unless a cap stops the call. */
  static void decideAtGate(Session session, Gate gate, Call call, List<Detection> detections) {
    if (detections.stream().allMatch(each -> each.rung().runsCall())) {
      Finding finding = ToolGate.finding(gate, call);
      int found = session.found().count(finding.loop(), call.response());
      detections.add(
          ToolGate.detection(finding, gate.asks(), call.policy(), found, mayAbort(session)));
    }
  }

  /**
   * Returns the detection that stops or warns about a call because of earlier calls. Unless a
   * ladder is configured, only a call close to one of the loop is stopped, and only if nothing new
   * has come since; others pass with a warning. A call that succeeded the last time passes if the
   * loop is about failures.
   */
  static Optional<Detection> stop(
      FoundLoops.Waiting waiting, Call call, ToolCall toolCall, SessionHistory history) {
    Detector detector = waiting.detector();
    Detection detection = waiting.detection();
    if (detector.traits().has(Flag.PASSES_AFTER_SUCCESS) && history.lastSucceeded(call)) {
      return Optional.empty();
    }
    boolean waits = call.isPatient() || WaitingDetector.isBackingOff(call, history.calls());
    if (waits && !detector.hasConfiguredLadder(call.policy())) {
      return Optional.empty();
    }
    boolean stops =
        detector.hasConfiguredLadder(call.policy())
            || history.continues(detection, call, toolCall.words());
    return Optional.of(stops ? detection : detection.with(Action.WARN, detection.next()));
  }

  /** Returns the detection of an effect that must not happen again. */
  static Detection refused(
      Session session, Finding finding, EffectRefusal refusal, ToolPolicy policy, int response) {
    int found = refusal.isFinal() ? session.found().count(finding.loop(), response) : 1;
    Gate gate = policy.limits().before();
    return ToolGate.detection(
        finding, gate != null && gate.asks(), policy, found, mayAbort(session));
  }

  private static boolean mayAbort(Session session) {
    return !session.bounded(Action.ABORT).runsCall();
  }
}
