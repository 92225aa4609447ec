package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.AtExit;
import io.loopsentinel.agent.telemetry.LineLimit;
import io.loopsentinel.engine.detect.DetectorKind;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/** Logs lines about findings, and sums up those that would be a flood. Thread-safe. */
final class FindingLines {

  /** Lines in a minute about one session and detector. */
  private static final int MOST_ABOUT_ONE = 10;

  /** Lines in a minute about all: a model may open sessions without end. */
  private static final int MOST_IN_ALL = 60;

  private final AgentLog log;
  private final LineLimit limit;
  private final AtomicBoolean exitAwaited = new AtomicBoolean();

  /**
   * Creates it.
   *
   * @param nanoTime a clock that only runs forwards
   */
  FindingLines(AgentLog log, LongSupplier nanoTime) {
    this.log = log;
    this.limit = new LineLimit(MOST_ABOUT_ONE, MOST_IN_ALL, nanoTime);
  }

  /**
   * Logs a line, or counts it.
   *
   * @param session the session's name, cut to a readable length
   */
  void write(String session, DetectorKind detector, String line) {
    LineLimit.Decision decision = limit.decide(List.of(session, detector));
    tellOfKeptBack(decision.keptBack());
    if (decision.writes()) {
      log.warn(line);
    } else {
      tellAtExit();
    }
  }

  private void tellOfKeptBack(long count) {
    if (count > 0) {
      log.warn(
          "%d more findings in the last minute: at most %d of a session and detector are told, and %d in all"
              .formatted(count, MOST_ABOUT_ONE, MOST_IN_ALL));
    }
  }

  /** No further line may come that could tell of them. */
  private void tellAtExit() {
    if (exitAwaited.compareAndSet(false, true)) {
      AtExit.add("loop-sentinel findings", () -> tellOfKeptBack(limit.takeKeptBack()));
    }
  }
}
