package io.loopsentinel.agent.guard.report;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.guard.call.CallSubject;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.ExitTasks;
import io.loopsentinel.agent.telemetry.LineLimit;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.text.Numbers;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Logs findings without arguments and results, and limits the rate of lines. Thread-safe. */
public final class FindingLog {

  /** Maximum number of lines per minute about one session and detector. */
  private static final int MAX_PER_SUBJECT = 10;

  /** Maximum number of lines per minute: a model may open sessions without end. */
  private static final int MAX_LINES = 60;

  private static final String SHARED =
      "; not stopped, because others may share the session: give the target one of its own, or a run";

  private final AgentLog log;
  private final LineLimit limit;

  /** Creates a log that also reports suppressed lines at the end of the JVM. */
  FindingLog(AgentLog log, ExitTasks exitTasks, LongSupplier nanoTime) {
    this.log = log;
    this.limit = new LineLimit(MAX_PER_SUBJECT, MAX_LINES, nanoTime);
    exitTasks.add("loop-sentinel findings", () -> reportSuppressed(limit.takeKeptBack()));
  }

  /** Logs a finding. From the fifth occurrence on, only those that are powers of two are logged. */
  void write(Detection detection, CallSubject subject, Attribution labels, String done) {
    int occurrence = detection.occurrence();
    if (occurrence > 4 && Integer.bitCount(occurrence) > 1) {
      return;
    }
    Finding finding = detection.finding();
    Object session = subject.session();
    String name = Printable.name(session);
    write(
        name,
        finding.detector(),
        "%s in session %s%s: %s%s, %s"
            .formatted(
                finding.detector(),
                name,
                whose(labels),
                Printable.of(detection.summary(), Reports.MAX_TEXT_LENGTH),
                finding.isOfLoop() ? ofLoop(finding, occurrence) : "",
                finding.isOfLoop() && session instanceof SharedSessionKey ? done + SHARED : done));
  }

  private static String ofLoop(Finding finding, int occurrence) {
    return " (threshold %s); finding %s of this %s"
        .formatted(finding.limit(), occurrence, finding.isOfBudget() ? "budget" : "loop");
  }

  /** Writes a line about a run that ends because of one within a call of it. */
  public void innerEnd(CallSubject subject, ToolLoopError error) {
    String session = Printable.name(subject.session());
    String tool = subject.call() == null ? "" : subject.call().tool();
    write(
        session,
        error.detector(),
        "session %s: its call of %s failed, because session %s was aborted within it; the run ends at its next request to the model"
            .formatted(session, Printable.name(tool), error.session()));
  }

  public void write(String session, String detector, String line) {
    OptionalLong suppressed = limit.decide(List.of(session, detector));
    if (suppressed.isPresent()) {
      reportSuppressed(suppressed.getAsLong());
      log.warnOfCall(line);
    }
  }

  /** Logs that a call waits, and how to answer. Not limited: people must read each such line. */
  void asked(
      Detection detection, CallSubject subject, Attribution labels, LoopEvent.Question question) {
    log.warn(
        "question %s: a call of %s in session %s%s waits for a person until %s, then %s: %s; java -jar loop-sentinel.jar answer %s %s run|hint|abort"
            .formatted(
                question.id(),
                subject.tool(),
                Printable.name(subject.session()),
                whose(labels),
                question.expires(),
                question.fallback(),
                Printable.of(detection.summary(), Reports.MAX_TEXT_LENGTH),
                ProcessHandle.current().pid(),
                question.id()));
  }

  /** Returns the conversation and the labels as words that follow the session. */
  private static String whose(Attribution labels) {
    StringBuilder whose = new StringBuilder();
    String conversation = labels.conversation();
    if (!conversation.isEmpty()) {
      whose.append(" of ").append(conversation);
    }
    new TreeMap<>(labels.labels())
        .forEach((name, value) -> whose.append(", ").append(name).append(' ').append(value));
    return Printable.of(whose.toString(), Reports.MAX_TEXT_LENGTH);
  }

  public void answered(LoopEvent.Question question, Action done) {
    String answer = question.answer();
    log.warn(
        answer == null
            ? "question %s: nobody answered (%s); done: %s"
                .formatted(question.id(), question.by(), done.text())
            : "question %s: answered %s, %s".formatted(question.id(), answer, question.by()));
  }

  private void reportSuppressed(long count) {
    if (count > 0) {
      log.warn(
          "%s not logged: at most %s a minute of a session and detector are logged, and %s in all"
              .formatted(Numbers.of(count, "more finding"), MAX_PER_SUBJECT, MAX_LINES));
    }
  }
}
