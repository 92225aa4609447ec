package io.loopsentinel.agent.guard.report;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.agent.guard.call.CallSubject;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.PendingQuestion;
import io.loopsentinel.agent.telemetry.application.TraceLookup;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.EventBus;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.BudgetDetector;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.config.TelemetrySettings;
import io.loopsentinel.targets.config.TelemetrySettings.ShownArguments;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reports what guards see and do: in the log, in the statistics, and as events. Events have no
 * results and no text of the model, and arguments only if configured. Thread-safe.
 *
 * <p>The finding that terminates a session is reported once, not with each call refused afterwards;
 * a spent budget is reported once in its window.
 */
public record Reports(
    FindingLog log,
    RecentArguments recent,
    EventBus bus,
    Statistics statistics,
    TraceLookup traces,
    TelemetrySettings settings,
    LoopEngine engine) {

  /** Maximum length of a text, such as one that names the tools of a cycle. */
  static final int MAX_TEXT_LENGTH = 500;

  private static final int MAX_ARGUMENTS_LENGTH = 2_000;

  public Reports(
      Telemetry telemetry, TraceLookup traces, TelemetrySettings settings, LoopEngine engine) {
    this(
        new FindingLog(telemetry.log(), telemetry.exitTasks(), System::nanoTime),
        new RecentArguments(),
        telemetry.events(),
        telemetry.statistics(),
        traces,
        settings,
        engine);
  }

  public Reports with(TelemetrySettings others, LoopEngine other) {
    return new Reports(log, new RecentArguments(), bus, statistics, traces, others, other);
  }

  /** Notes a judged call, so that a loop with it can be shown. */
  public void judged(DispatchedCall call) {
    if (settings.arguments().included()) {
      recent.add(call.subject(), settings.arguments());
    }
  }

  /**
   * Reports the findings about a call, its outcome or a turn.
   *
   * @param done the action taken; a hint may have become an abort
   * @param words describes in a clause what is done about a detection
   */
  public void found(
      Decision.Found found, CallSubject subject, Action done, Function<Detection, String> words) {
    if (found.afterEnd() || found.isApproval()) {
      return;
    }
    for (Detection detection : found.detections()) {
      boolean isReported = detection.finding().isReported();
      if (!isReported || subject.call() != null) {
        statistics.found(
            detection.finding().detector(), subject.tool(), subject.attribution(engine));
      }
      if (isReported) {
        continue;
      }
      log.write(detection, subject, subject.attribution(engine), words.apply(detection));
      publish(type(detection, done, subject), subject, detection, done, null);
    }
    ToolCall call = subject.call();
    if (call != null && done == Action.OBSERVE && !found.decisive().rung().runsCall()) {
      statistics.count(Count.OBSERVED_BY_TOOL, call.tool());
    }
    if (found.escalates()) {
      publish(LoopEvent.Type.LOOP_ESCALATED, subject, found.decisive(), done, null);
    }
    if (done == Action.TERMINATE) {
      statistics.count(Count.ENDED_BY_DETECTOR, found.decisive().finding().detector());
      publish(LoopEvent.Type.SESSION_TERMINATED, subject, found.decisive(), done, null);
    }
  }

  /** Counts a request that a budget refuses, or would refuse in mode {@code observe}. */
  public void refused(Decision.Found found) {
    Budget budget = found.decisive().finding().budget();
    if (budget != null) {
      boolean isSent = found.action() == Action.OBSERVE;
      statistics.count(isSent ? Count.OBSERVED_BY_BUDGET : Count.REFUSED_BY_BUDGET, budget.name());
    }
  }

  /** Reports that a call was answered with a hint; {@code words} if a person wrote it. */
  public void hinted(
      Decision.Found found, CallSubject subject, LoopReport report, @Nullable String words) {
    if (!found.afterEnd()) {
      String message = words == null ? Messages.hintWithoutValues(report) : words;
      publish(LoopEvent.Type.TOOL_RESULT, subject, found.decisive(), Action.HINT, message);
    }
  }

  /** Reports the cost of a turn, if configured. */
  public void cost(CallSubject subject, ModelTurn turn, @Nullable Double usd) {
    if (settings.costs()) {
      String model = turn.model() == null ? null : Printable.name(turn.model());
      LoopEvent.Cost cost =
          LoopEventBuilder.cost(
              model, turn.inputTokens(), turn.cachedTokens(), turn.outputTokens(), usd);
      String reason =
          "%s input and %s output tokens of %s"
              .formatted(
                  turn.inputTokens(),
                  turn.outputTokens(),
                  model == null ? "an unknown model" : model);
      bus.publish(event(LoopEvent.Type.COST_ATTRIBUTED, subject, reason).cost(cost).build());
    }
  }

  /** Returns the event for a call that waits for a person. */
  public LoopEvent waiting(Decision.Found found, CallSubject subject, LoopEvent.Question question) {
    return event(LoopEvent.Type.CALL_WAITING, subject, found.decisive(), Action.ASK)
        .question(question)
        .build();
  }

  /** Reports that a call waits for a person, who can answer from now on. */
  public void asked(Decision.Found found, CallSubject subject, PendingQuestion asked) {
    log.asked(found.decisive(), subject, subject.attribution(engine), asked.question());
    bus.publish(asked.event());
  }

  /** Reports that a call no longer waits, and the action. */
  public void answered(Answer answer, CallSubject subject, Decision.Found found) {
    LoopEvent.Question answered = Objects.requireNonNull(subject.environment().question);
    log.answered(answered, found.action());
    String nobody = answer.kind() == null ? "nobody answered (%s): ".formatted(answered.by()) : "";
    bus.publish(
        event(LoopEvent.Type.CALL_ANSWERED, subject, found.decisive(), found.action(), nobody)
            .message(shownText(answer.text()))
            .question(answered)
            .build());
  }

  public void reset(CallSubject subject) {
    String reason = "a new run begins the session again, which had been ended";
    bus.publish(event(LoopEvent.Type.SESSION_RESET, subject, reason).build());
  }

  private static LoopEvent.Type type(Detection detection, Action done, CallSubject subject) {
    if (detection.finding().isOfBudget()) {
      return detection.finding().isWarningOfBudget()
          ? LoopEvent.Type.BUDGET_WARNED
          : LoopEvent.Type.BUDGET_EXCEEDED;
    }
    return subject.call() == null && done != Action.TERMINATE
        ? LoopEvent.Type.TURN_WARNED
        : LoopEvent.Type.LOOP_DETECTED;
  }

  /** Returns the event for the action that is about to be taken on a call. */
  public LoopEvent event(Decision.Found found, CallSubject subject) {
    Detection detection = found.decisive();
    LoopEvent.Type type = type(detection, found.action(), subject);
    return event(type, subject, detection, found.action()).build();
  }

  private void publish(
      LoopEvent.Type type,
      CallSubject subject,
      Detection detection,
      Action done,
      @Nullable String message) {
    bus.publish(event(type, subject, detection, done).message(shownText(message)).build());
  }

  private LoopEventBuilder event(
      LoopEvent.Type type, CallSubject subject, Detection detection, Action done) {
    return event(type, subject, detection, done, "");
  }

  private LoopEventBuilder event(
      LoopEvent.Type type, CallSubject subject, Detection detection, Action done, String prefix) {
    Finding finding = detection.finding();
    Action rung = detection.rung();
    Fingerprint fingerprint =
        subject.call() == null ? finding.loop().subject() : subject.call().fingerprint();
    return event(type, subject, Printable.of(prefix + detection.summary(), MAX_TEXT_LENGTH))
        .loop(
            finding.detector(),
            fingerprint.toHex(),
            finding.cycle().stream().map(Printable::name).toList())
        .steps(recent.steps(subject.session(), finding, settings.arguments()))
        .found(detection.occurrence(), finding.count(), finding.threshold())
        .spending(spending(finding))
        .action(done.text(), done == Action.OBSERVE && rung != Action.OBSERVE ? rung.text() : null)
        .setting(finding.narrowestSetting());
  }

  private static LoopEvent.@Nullable Spending spending(Finding finding) {
    return finding.evidence() instanceof BudgetDetector.Spent spent
            && spent.measure() == Measure.COST_USD
        ? LoopEventBuilder.spending(rounded(spent.used()), spent.cap())
        : null;
  }

  /** Rounds a sum to a millionth of a dollar. */
  private static double rounded(double usd) {
    return BigDecimal.valueOf(usd).setScale(6, RoundingMode.HALF_UP).doubleValue();
  }

  private LoopEventBuilder event(LoopEvent.Type type, CallSubject subject, String reason) {
    Attribution attribution = subject.attribution(engine);
    String conversation = attribution.conversation();
    return new LoopEventBuilder(type, reason)
        .session(Printable.name(subject.session()))
        .conversation(conversation.isEmpty() ? null : Printable.name(conversation))
        .run(subject.run())
        .tool(subject.tool())
        .target(subject.target())
        .labels(attribution.labels())
        .question(subject.environment().question)
        .arguments(shown(subject.arguments()))
        .callsStopped(statistics.stopped())
        .trace(traces.trace(subject.environment().method.method().getDeclaringClass()));
  }

  private static @Nullable String shownText(@Nullable String message) {
    return message == null ? null : Printable.of(message, MAX_TEXT_LENGTH);
  }

  /** Returns whether texts that may quote any argument may be shown. */
  public boolean showAllArguments() {
    ShownArguments arguments = settings.arguments();
    return arguments.included() && arguments.redacted().equals(IdentityRule.ALL_ARGUMENTS);
  }

  private @Nullable String shown(@Nullable Object given) {
    ShownArguments arguments = settings.arguments();
    return arguments.included() && given != null
        ? Printable.of(
            CanonicalJson.render(given, arguments.redacted(), MAX_ARGUMENTS_LENGTH),
            MAX_ARGUMENTS_LENGTH)
        : null;
  }
}
