package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.TelemetrySettings.ShownArguments;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.settings.Action;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells of what guards see and do: in the log, as events, and in the statistics. Thread-safe.
 *
 * <p>What ended a session is told when it did, and not again with each call that is refused since.
 */
final class Reports {

  private final FindingLog log;
  private final FindingEvents events;
  private final Statistics statistics;

  /**
   * What a report is about.
   *
   * @param tool the tool; absent: it is about a turn
   */
  record Subject(
      Object session,
      @Nullable Object run,
      String target,
      @Nullable String tool,
      @Nullable Fingerprint fingerprint,
      @Nullable Object arguments) {

    static Subject ofSession(CallEnvironment environment, Object session) {
      return new Subject(
          session, environment.run(), environment.method.target().name(), null, null, null);
    }

    static Subject ofCall(
        CallEnvironment environment, Object session, ToolCall call, @Nullable Object arguments) {
      return new Subject(
          session,
          environment.run(),
          environment.method.target().name(),
          call.tool(),
          call.fingerprint(),
          arguments);
    }
  }

  /** Where the model can read a warning. */
  enum WarningPlace {
    /** In the result of the call. */
    RESULT,
    /** In the next request of its session. */
    NEXT_REQUEST,
    /** Nowhere. */
    NONE;

    static WarningPlace ofNextRequest(boolean told) {
      return told ? NEXT_REQUEST : NONE;
    }
  }

  Reports(Telemetry telemetry, ShownArguments arguments) {
    this.log = new FindingLog(telemetry.log(), System::nanoTime);
    this.events = new FindingEvents(telemetry.events(), telemetry.statistics(), arguments);
    this.statistics = telemetry.statistics();
  }

  /** Counts a call, before it is judged. */
  void called() {
    statistics.called();
  }

  /** Counts a call that does not run. */
  void stopped(GuardedCall call, Ruling.Found found) {
    statistics.stopped(call.call().tool(), found.decisive().finding().detector());
  }

  /** Counts a response of the model. */
  void turned(ModelTurn turn) {
    statistics.turned(turn.inputTokens() + turn.outputTokens());
  }

  /**
   * Tells of what was found in a call, its outcome or a turn.
   *
   * @param done what was really done; a hint may have fallen to an abort
   * @param ofTurn whether it was found in a turn of the model
   * @param words what is done about each detection, in a clause
   */
  void found(
      Ruling.Found found,
      Subject subject,
      Action done,
      boolean ofTurn,
      Function<Detection, String> words) {
    if (found.afterEnd()) {
      return;
    }
    for (Detection detection : found.detections()) {
      statistics.found(detection.finding().detector());
      log.write(detection, subject.session(), words.apply(detection));
    }
    events.found(found, subject, done, ofTurn);
  }

  /** Tells that a call got a hint in the place of its result. */
  void hinted(Ruling.Found found, GuardedCall call, LoopReport report) {
    if (!found.afterEnd()) {
      events.hinted(found, call.subject(), report);
    }
  }

  /** Tells that a new run began a session anew that had been ended. */
  void reset(Subject subject) {
    events.reset(subject);
  }
}
