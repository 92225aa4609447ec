package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.BudgetDetector;
import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.detect.CallHistory;
import io.loopsentinel.engine.detect.CycleDetector;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.OverrideThresholds;
import io.loopsentinel.engine.detect.RepeatDetector;
import io.loopsentinel.engine.detect.Responses;
import io.loopsentinel.engine.detect.ResultHash;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;

/**
 * Asks the detectors about the calls of a session, and records those that run.
 *
 * <p>Has no state of its own; whoever calls it holds the session's monitor.
 */
final class CallJudge {

  private final HistoryLayout layout;
  private final RepeatDetector repeat;
  private final CycleDetector cycle;
  private final BudgetDetector budget;
  private final OutcomeJudge outcomes;

  CallJudge(EngineSettings config, OverrideThresholds overrides) {
    this.layout = HistoryLayout.of(config);
    this.repeat = new RepeatDetector(config.detectors().repeat());
    this.cycle = new CycleDetector(config.detectors().cycle(), overrides);
    this.budget = new BudgetDetector(config.budget());
    this.outcomes = new OutcomeJudge(config.detectors(), overrides);
  }

  /** Whether the model asked for the same call before, in the response that this one is of. */
  boolean isAskedForTwice(Session session, ToolCall call) {
    Responses responses = session.responses();
    if (responses == null) {
      return false;
    }
    responses.called();
    return session.isAmongLatest(call.digest(), responses.recordedCalls());
  }

  /** Judges a call before it runs. */
  List<Finding> judge(Session session, ToolCall toolCall) {
    Call call = toolCall.call();
    boolean mayRepeat = session.mayHold(toolCall.digest(), layout.lookBack());
    toolCall.tellWhetherItMayRepeat(mayRepeat);
    Finding repeated =
        mayRepeat || !layout.isOne()
            ? repeat.judge(call, session.window(toolCall, layout), session)
            : null;
    Finding cycled = mayRepeat && layout.maxPeriod() > 0 ? cycle.judge(call, session) : null;
    return Findings.of(repeated, cycled, judgeBudget(session, toolCall));
  }

  /** Judges by the budget alone a call that the model asked for before. */
  List<Finding> judgeBudget(Session session, ToolCall call) {
    return budget.isUnlimited() ? List.of() : budget.judgeCall(call.call(), session.spending());
  }

  /** Counts a call that runs and is not recorded. */
  void spend(Session session, ToolCall call) {
    if (!budget.isUnlimited()) {
      session.spending().called(call.tool());
    }
  }

  /** Notes where a session stands before the calls of a batch are recorded. */
  Checkpoint checkpoint(Session session, List<ToolCall> batch) {
    return new Checkpoint(session, batch, layout);
  }

  /** Takes back the calls of a batch whose last judged one is stopped. */
  void takeBack(Session session, Checkpoint before, List<ToolCall> batch, List<Ruling> rulings) {
    int recorded = 0;
    for (int i = 0; i < rulings.size() - 1; i++) {
      recorded += rulings.get(i).recorded() == null ? 0 : 1;
      if (!budget.isUnlimited() && !batch.get(i).policy().exempt()) {
        session.spending().takeBack(batch.get(i).tool());
      }
    }
    before.restore(recorded);
  }

  /** Records a call that runs; it was judged right before. */
  RecordedCall record(Session session, ToolCall call) {
    CallHistory window = session.window(call, layout);
    Responses responses = session.responses();
    if (responses != null) {
      responses.recorded();
    }
    spend(session, call);
    RecordedCall recorded = call.recorded();
    recorded.recorded(
        session,
        session.response(),
        session.record(call.tool(), call.digest(), call.mayRepeat() ? layout.maxPeriod() : 0));
    if (window != session) {
      recorded.countedIn(window, window.record(call.digest()));
    }
    return recorded;
  }

  /** Notes the outcome of a call that ran, and judges it. */
  List<Finding> judgeOutcome(RecordedCall recorded, Outcome outcome) {
    recorded.setResult(
        ResultHash.of(
            outcome.rawKey(),
            outcome.normalisedKey(),
            outcome.settledKey(),
            outcome.acknowledgement()));
    return outcomes.judge(recorded, outcome);
  }

  /** Keeps a finding about an outcome for the tool's next call, which is stopped for it. */
  void keep(Session session, String tool, Sighting sighting) {
    outcomes.keep(session, tool, sighting);
  }
}
