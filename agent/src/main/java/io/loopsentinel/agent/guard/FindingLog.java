package io.loopsentinel.agent.guard;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.ExitTasks;
import io.loopsentinel.agent.telemetry.LineLimit;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.session.SharedSessionKey;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Writes lines about findings, without arguments or results, and sums up those that would be a
 * flood. Thread-safe.
 */
final class FindingLog {

  /** Lines in a minute about one session and detector. */
  private static final int MOST_ABOUT_ONE = 10;

  /** Lines in a minute about all: a model may open sessions without end. */
  private static final int MOST_IN_ALL = 60;

  private static final String SHARED =
      "; not stopped, for others may share the session: give the target one of its own, or a run";

  private final AgentLog log;
  private final LineLimit limit;

  /** Creates a log that tells at the end, too, how many lines it kept back. */
  FindingLog(AgentLog log, ExitTasks exitTasks, LongSupplier nanoTime) {
    this.log = log;
    this.limit = new LineLimit(MOST_ABOUT_ONE, MOST_IN_ALL, nanoTime);
    exitTasks.add("loop-sentinel findings", () -> tellOfKeptBack(limit.takeKeptBack()));
  }

  /**
   * Writes a line about a finding. A model may go on for ever; its later findings are told at ever
   * longer distances.
   */
  void write(Detection detection, Object session, String done) {
    int occurrence = detection.occurrence();
    if (occurrence > 4 && Integer.bitCount(occurrence) > 1) {
      return;
    }
    Finding finding = detection.finding();
    String name = Printable.of(session.toString(), Printable.NAME);
    write(
        name,
        finding.detector(),
        "%s in session %s: %s (threshold %s); finding %d of this %s, %s"
                .formatted(
                    finding.detector(),
                    name,
                    Printable.of(detection.summary(), Reports.LONGEST_TEXT),
                    finding.limit(),
                    occurrence,
                    finding.isOfBudget() ? "budget" : "loop",
                    done)
            + (session instanceof SharedSessionKey ? SHARED : ""));
  }

  void write(String session, String detector, String line) {
    OptionalLong keptBack = limit.decide(List.of(session, detector));
    if (keptBack.isPresent()) {
      tellOfKeptBack(keptBack.getAsLong());
      log.warnOfCall(line);
    }
  }

  /** Writes that a call waits, and how to answer; people have to read each such line. */
  void asked(
      Detection detection,
      Reports.Subject subject,
      Map<String, String> labels,
      LoopEvent.Question question) {
    StringBuilder whose = new StringBuilder();
    new TreeMap<>(labels)
        .forEach((name, value) -> whose.append(", ").append(name).append(' ').append(value));
    log.warn(
        "question %s: a call of %s in session %s%s waits for a person until %s, then %s: %s; java -jar loop-sentinel.jar answer %d %s run|hint|abort"
            .formatted(
                question.id(),
                subject.tool(),
                Reports.name(subject.session()),
                Printable.of(whose.toString(), Reports.LONGEST_TEXT),
                question.expires(),
                question.fallback(),
                Printable.of(detection.summary(), Reports.LONGEST_TEXT),
                ProcessHandle.current().pid(),
                question.id()));
  }

  void answered(LoopEvent.Question question, Action done) {
    String answer = question.answer();
    log.warn(
        answer == null
            ? "question %s: nobody answered (%s); done: %s"
                .formatted(question.id(), question.by(), done.text())
            : "question %s: answered %s, %s".formatted(question.id(), answer, question.by()));
  }

  private void tellOfKeptBack(long count) {
    if (count > 0) {
      log.warn(
          "%d more findings in the last minute: at most %d of a session and detector are told, and %d in all"
              .formatted(count, MOST_ABOUT_ONE, MOST_IN_ALL));
    }
  }
}
