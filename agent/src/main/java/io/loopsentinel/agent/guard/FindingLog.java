package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.response.LoopReport;
import io.loopsentinel.agent.session.Ruling;
import io.loopsentinel.agent.telemetry.AgentLog;

/** Writes a line about a finding, without arguments or results. */
final class FindingLog {

  private final AgentLog log;

  FindingLog(AgentLog log) {
    this.log = log;
  }

  /**
   * Tells of a finding.
   *
   * @param done what was really done; a hint may have fallen to an abort
   */
  void report(LoopReport report, Ruling.Found found, Action done) {
    if (!isWorthALine(found.occurrence())) {
      return;
    }
    log.warn(
        "%s in session %s: %s called again after %d matching calls (threshold %d); finding %d of this loop, %s"
            .formatted(
                report.finding().detector().key(),
                report.session(),
                report.tool(),
                report.finding().count(),
                report.finding().threshold(),
                found.occurrence(),
                describe(found, done)));
  }

  /** A model may go on for ever; its later findings are told at ever longer distances. */
  private static boolean isWorthALine(int occurrence) {
    return occurrence <= 4 || Integer.bitCount(occurrence) == 1;
  }

  private static String describe(Ruling.Found found, Action done) {
    return switch (done) {
      case OBSERVE ->
          found.rung() == Action.OBSERVE
              ? "observed, the call runs"
              : "observed, the call runs (enforced, it would be: " + name(found.rung()) + ")";
      case WARN -> "the call runs with a warning";
      case HINT -> "the model gets a hint in its place";
      case ABORT ->
          found.rung() == Action.HINT ? "aborted (its method cannot return a hint)" : "aborted";
      case TERMINATE -> "the session is terminated";
    };
  }

  private static String name(Action action) {
    return action.name().toLowerCase(java.util.Locale.ROOT);
  }
}
