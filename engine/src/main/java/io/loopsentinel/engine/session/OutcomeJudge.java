package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.detect.DetectorKind;
import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.detect.OverrideThresholds;
import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.detect.StagnationDetector;
import io.loopsentinel.engine.detect.ToolOutcomes;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import java.util.List;

/**
 * Asks the detectors about the outcomes of a session's calls, and keeps what they compare.
 *
 * <p>Has no state of its own; whoever calls it holds the session's monitor.
 */
final class OutcomeJudge {

  private final boolean isNeeded;
  private final int compared;
  private final ErrorDetector error;
  private final StagnationDetector stagnation;
  private final SimilarCallsDetector similarCalls;

  OutcomeJudge(DetectorSettings settings, OverrideThresholds overrides) {
    isNeeded =
        settings.error().enabled()
            || settings.stagnation().enabled()
            || settings.similarCalls().enabled();
    compared = settings.similarCalls().enabled() ? settings.similarCalls().compareLast() : 0;
    error = new ErrorDetector(settings.error());
    stagnation = new StagnationDetector(settings.stagnation(), overrides);
    similarCalls = new SimilarCallsDetector(settings.similarCalls(), overrides);
  }

  /** Notes the outcome of a call that ran, and judges it. */
  List<Finding> judge(RecordedCall recorded, Outcome outcome) {
    if (!isNeeded) {
      return List.of();
    }
    Session session = recorded.session();
    Call call = recorded.call().call();
    if (session.hasFound()) {
      session.dropRefuted(call.tool(), finding -> isRefuted(finding, outcome));
    }
    ToolOutcomes outcomes = recorded.outcomes();
    outcomes.lookAt(session, call.tool(), compared);
    outcomes.add(call, outcome, recorded.response());
    return Findings.of(
        error.judge(call, outcome, outcomes),
        stagnation.judge(call, outcome, outcomes),
        similarCalls.judge(call, outcome, outcomes, session));
  }

  /** Keeps a finding for the tool's next call, which is stopped for it. Its row begins anew. */
  void keep(Session session, String tool, Sighting sighting) {
    session.found().keepFor(tool, sighting);
    if (sighting.finding().detector() != DetectorKind.SIMILAR_CALLS) {
      ToolOutcomes outcomes = new ToolOutcomes();
      outcomes.lookAt(session, tool, compared);
      outcomes.clearCounts();
    }
  }

  /** Whether a call that was under way has shown meanwhile that the loop is left. */
  private static boolean isRefuted(Finding finding, Outcome outcome) {
    return switch (finding.detector()) {
      case ERROR -> !outcome.failed();
      case STAGNATION -> !StagnationDetector.isOfSameLoop(finding, outcome);
      case SIMILAR_CALLS -> !SimilarCallsDetector.isOfSameLoop(finding, outcome);
      case REPEAT, CYCLE, SIMILAR_TURNS, BUDGET -> false;
    };
  }
}
