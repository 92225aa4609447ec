package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.DetectorSettings;
import io.loopsentinel.agent.detect.Call;
import io.loopsentinel.agent.detect.CallHistory;
import io.loopsentinel.agent.detect.DetectorKind;
import io.loopsentinel.agent.detect.ErrorDetector;
import io.loopsentinel.agent.detect.FailureRun;
import io.loopsentinel.agent.detect.Finding;
import io.loopsentinel.agent.detect.OverrideThresholds;
import io.loopsentinel.agent.detect.RecentCalls;
import io.loopsentinel.agent.detect.ResultRun;
import io.loopsentinel.agent.detect.SimilarCallsDetector;
import io.loopsentinel.agent.detect.StagnationDetector;
import io.loopsentinel.agent.outcome.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of the outcomes of one tool in a session, and the findings among them that
 * wait for its next call. Not thread-safe: its session guards it.
 */
final class ToolStreaks {

  private final String tool;
  private final ResultRun results = new ResultRun();
  private final RecentCalls recent = new RecentCalls();
  private @Nullable FailureRun failures;
  private @Nullable Map<DetectorKind, Sighting> pending;

  /** Creates the streaks of a tool that has not been called. */
  ToolStreaks(String tool) {
    this.tool = tool;
  }

  /** Returns the tool's name. */
  String tool() {
    return tool;
  }

  /** The detectors that judge outcomes. Stateless and thread-safe. */
  static final class Detectors {

    private final ErrorDetector error;
    private final StagnationDetector stagnation;
    private final SimilarCallsDetector similarCalls;

    Detectors(DetectorSettings settings, OverrideThresholds overrides) {
      error = new ErrorDetector(settings.error());
      stagnation = new StagnationDetector(settings.stagnation(), overrides);
      similarCalls = new SimilarCallsDetector(settings.similarCalls(), overrides);
    }
  }

  /** Judges the outcome of a call of this tool. */
  List<Finding> judge(
      Detectors detectors, Call call, Outcome outcome, int response, CallHistory sequence) {
    if (pending != null) {
      pending.values().removeIf(sighting -> isRefuted(sighting.finding(), outcome));
    }
    List<Finding> findings = new ArrayList<>(0);
    if (outcome.failed()) {
      failures = failures == null ? new FailureRun() : failures;
      add(findings, detectors.error.judge(call, outcome, response, failures));
    } else {
      // What a success ends is not kept: it is 136 bytes, and most failures are mended.
      failures = null;
    }
    add(findings, detectors.stagnation.judge(call, outcome, response, results));
    add(findings, detectors.similarCalls.judge(call, outcome, response, recent, sequence));
    return findings;
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

  /** Keeps a finding for the tool's next call, which is stopped for it. Its streak is cleared. */
  void keep(Sighting sighting) {
    if (pending == null) {
      pending = new EnumMap<>(DetectorKind.class);
    }
    DetectorKind detector = sighting.finding().detector();
    pending.put(detector, sighting);
    if (detector == DetectorKind.ERROR && failures != null) {
      failures.clearCounts();
    } else if (detector == DetectorKind.STAGNATION) {
      results.clearCount();
    }
  }

  /** Returns the findings that waited for this call, which are done with then. */
  List<Sighting> takePending() {
    if (pending == null) {
      return List.of();
    }
    List<Sighting> taken = List.copyOf(pending.values());
    pending = null;
    return taken;
  }

  private static void add(List<Finding> findings, @Nullable Finding finding) {
    if (finding != null) {
      findings.add(finding);
    }
  }
}
