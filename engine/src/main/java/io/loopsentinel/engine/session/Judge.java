package io.loopsentinel.engine.session;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.Budgets;
import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.detect.DetectorTraits.Flag;
import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.gate.EffectKey;
import io.loopsentinel.engine.gate.EffectRefusal;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the calls and turns of a session: findings of the detectors climb their ladders,
 * and the strictest rung decides. Records the calls that run.
 *
 * <p>Stateless; used under the session's lock.
 */
record Judge(
    EngineSettings settings,
    List<Detector> detectors,
    Budgets budgets,
    EngineState state,
    long spacingMillis) {

  /**
   * Returns the decision that terminated a session, or {@code null} if it is open. A termination
   * has no effect in mode {@code observe}, and is in force again in mode {@code enforce}. A
   * termination by a budget ends with the budget's window, or when the budget is raised.
   */
  Decision.@Nullable Found endOf(Session session) {
    Decision.Found ended = session.found().terminatedBy();
    if (ended == null || state.observesOnly()) {
      return null;
    }
    if (budgets.keepsEnded(ended.decisive().finding(), session.history())) {
      return ended;
    }
    session.found().reopen();
    return null;
  }

  /**
   * Judges a call before it runs, and records it if it runs. A gate decides before the detectors,
   * except for those of caps.
   *
   * @param dispatched false if the model requested the call but it was not seen to run
   * @param time the time of the judgement, in milliseconds since the epoch
   */
  Decision judge(Session session, ToolCall toolCall, boolean dispatched, long time, long number) {
    Decision.Found ended = endOf(session);
    if (ended != null) {
      return ended.numbered(number, 0);
    }
    SessionHistory history = session.history();
    int copies = history.countInResponse(toolCall.fingerprint());
    boolean duplicate = copies > 0;
    Call call = call(toolCall, time, history);
    call.setCopies(copies);
    if (toolCall.form().waits() || history.calls().isSpaced(call, spacingMillis)) {
      call.markPatient();
    }
    Gate gate = dispatched ? call.policy().limits().before() : null;
    List<Detection> detections = new ArrayList<>(0);
    for (Detector detector : detectors) {
      Finding finding =
          (duplicate && !detector.traits().has(Flag.JUDGES_DUPLICATES))
                  || (gate != null && !detector.traits().has(Flag.JUDGES_GATED))
              ? null
              : detector.beforeCall(call, toolCall.words(), history);
      if (finding != null) {
        detections.add(Ladders.climb(session, detector, finding, call.policy(), call.response()));
      }
    }
    if (gate != null) {
      Ladders.decideAtGate(session, gate, call, detections);
    } else if (!duplicate) {
      for (FoundLoops.Waiting waiting : session.found().takeFor(call.tool())) {
        Ladders.stop(waiting, call, toolCall, history).ifPresent(detections::add);
      }
    }
    Action action = action(detections);
    RecordedCall recorded = action.runsCall() ? run(session, toolCall, call, duplicate) : null;
    return detections.isEmpty()
        ? new Decision.Pass(number, recorded)
        : found(session, detections, action, recorded, number);
  }

  private static Call call(ToolCall call, long time, SessionHistory history) {
    int response = history.responses().current();
    String tool = history.nameOf(call.tool());
    return new Call(tool, call.rule(), call.fingerprint(), call.form(), time, response);
  }

  /** Refuses a call whose effect must not happen again, or lets a person decide about it. */
  Decision.Found refuse(
      Session session, ToolCall toolCall, EffectKey effect, EffectRefusal refusal, long time) {
    long number = state.number(1);
    Decision.Found ended = endOf(session);
    if (ended != null) {
      return ended.numbered(number, 0);
    }
    Call call = call(toolCall, time, session.history());
    Finding finding = refusal.finding(effect, call);
    List<Detection> detections =
        List.of(Ladders.refused(session, finding, refusal, call.policy(), call.response()));
    return found(session, detections, action(detections), null, number);
  }

  /**
   * Records a call that runs in spite of its findings; returns the decision that terminated the
   * session, if any.
   */
  Decision allow(Session session, ToolCall toolCall, long time, long number) {
    Decision.Found ended = endOf(session);
    if (ended != null) {
      return ended.numbered(number, 0);
    }
    Call call = call(toolCall, time, session.history());
    return new Decision.Pass(number, run(session, toolCall, call, false));
  }

  /** Takes back a counted call that does not run. */
  void withdraw(Session session, ToolCall toolCall) {
    budgets.withdrawn(session.history(), toolCall.tool());
  }

  /** Records a call that runs. If one response requests it twice, it only counts against caps. */
  private @Nullable RecordedCall run(
      Session session, ToolCall toolCall, Call call, boolean duplicate) {
    budgets.called(session.history(), call.tool());
    session.history().countRun(call);
    if (duplicate) {
      return null;
    }
    session.history().record(call);
    return new RecordedCall(session, toolCall, call);
  }

  /**
   * Records the outcome of a call that ran, and judges it.
   *
   * @param time the time of the outcome, in milliseconds since the epoch
   * @return the detections that this result carries as warnings. A detection that stops a call
   *     waits for the tool's next call
   */
  Decision judgeOutcome(Session session, RecordedCall recorded, Outcome outcome, long time) {
    long number = state.number(1);
    Call call = recorded.call();
    session.history().complete(call, outcome, recorded.toolCall().isComparable(), time);
    session.found().dropRefuted(call.tool(), outcome);
    if (!outcome.failed()) {
      session.succeeded(call.tool());
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
          if (detector.traits().has(Flag.RESTARTS_COUNTS)) {
            session.history().restartCounts(call);
          }
        }
      }
    }
    return decision(session, ofThisResult, number);
  }

  /** Returns the words of a turn if a detector compares them; must not be called under a lock. */
  @Nullable WordSet words(ModelTurn turn) {
    String text = turn.text();
    return text == null
        ? null
        : detectors.stream()
            .flatMap(detector -> Stream.ofNullable(detector.words(text)))
            .findFirst()
            .orElse(null);
  }

  /**
   * Judges a turn.
   *
   * @return the findings, or the decision that terminated the session before
   */
  Decision judgeTurn(Session session, ModelTurn turn, @Nullable WordSet words) {
    long number = state.number(1);
    SessionHistory history = session.history();
    // First, because it is paid even if the session was terminated in the meantime.
    Double usd = turn.cost(settings.budget());
    budgets.turned(history, turn.inputTokens() + turn.outputTokens(), usd == null ? 0 : usd);
    Decision.Found ended = endOf(session);
    if (ended != null) {
      return ended.numbered(number, 0);
    }
    boolean afterNews =
        settings.defaults().limits().progress() == Progress.AWARE && history.broughtNews();
    history.responded();
    List<Detection> detections = new ArrayList<>(0);
    for (Detector detector : detectors) {
      Finding finding = detector.afterTurn(words, afterNews, history);
      if (finding != null) {
        int response = history.responses().current();
        Detection detection =
            Ladders.climb(session, detector, finding, settings.defaults(), response);
        detections.add(Ladders.ofTurn(session, detection, session.showsRequests()));
      }
    }
    return decision(session, detections, number);
  }

  /**
   * Judges a turn that is about to begin.
   *
   * @param isPaid whether its response has arrived already, so that no budget can refuse it
   * @return the decision that terminates the session, now or before, or a spent budget that refuses
   *     this turn alone; {@code observe} in that mode
   */
  Decision.@Nullable Found judgeNextTurn(Session session, boolean isPaid) {
    Decision.Found ended = endOf(session);
    if (ended != null) {
      return ended;
    }
    for (Detector detector : detectors) {
      Finding finding = detector.beforeTurn(session.history());
      if (finding != null && (finding.isOfSharedBudget() ? !isPaid : !state.observesOnly())) {
        int found = session.found().occurrences(finding.loop()) + 1;
        Detection detection =
            Ladders.detection(session, detector, finding, found, settings.defaults());
        Detection refused = Ladders.ofTurn(session, detection, true);
        if (!refused.rung().runsCall()) {
          List<Detection> detections = List.of(refused);
          return found(session, detections, action(detections), null, state.number(1));
        }
      }
    }
    return null;
  }

  /** Returns the action for detections. Called once per decision, because the mode may change. */
  private Action action(List<Detection> detections) {
    return state.observesOnly() ? Action.OBSERVE : Decision.strictest(detections);
  }

  private Decision decision(Session session, List<Detection> detections, long number) {
    return detections.isEmpty()
        ? new Decision.Pass(number, null)
        : found(session, detections, action(detections), null, number);
  }

  private Decision.Found found(
      Session session,
      List<Detection> detections,
      Action action,
      @Nullable RecordedCall recorded,
      long number) {
    List<Detection> reported =
        detections.stream()
            .map(each -> each.in(session.history()))
            .map(
                each ->
                    each.finding().isOfBudget() ? budgets.report(each, session.spentCaps()) : each)
            .toList();
    boolean escalates = session.found().escalate(reported);
    Decision.Found found =
        new Decision.Found(number, reported, action, recorded, false, escalates, 0);
    session.found().keep(found);
    if (action == Action.TERMINATE) {
      session.found().terminate(found);
    }
    return found;
  }
}
