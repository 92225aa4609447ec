package io.loopsentinel.agent.guard;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.config.TelemetrySettings.ShownArguments;
import io.loopsentinel.agent.telemetry.event.EventBus;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.text.Printable;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Makes events of findings, without results and what the model said, and without arguments unless
 * they are asked for. Thread-safe.
 */
final class FindingEvents {

  /** Characters of a text that names the tools of a cycle one after the other. */
  private static final int LONGEST_TEXT = 500;

  private static final int LONGEST_ARGUMENTS = 2_000;

  private final EventBus bus;
  private final Statistics statistics;
  private final ShownArguments arguments;

  FindingEvents(EventBus bus, Statistics statistics, ShownArguments arguments) {
    this.bus = bus;
    this.statistics = statistics;
    this.arguments = arguments;
  }

  /**
   * Publishes what was found, and what comes of it.
   *
   * @param ofTurn whether it was found in a turn of the model, not in a call
   */
  void found(Ruling.Found found, Reports.Subject subject, Action done, boolean ofTurn) {
    if (!bus.isListening()) {
      return;
    }
    for (Detection detection : found.detections()) {
      publish(type(detection, done, ofTurn), subject, detection, done, null);
    }
    if (done == Action.TERMINATE) {
      publish(LoopEvent.Type.SESSION_TERMINATED, subject, found.decisive(), done, null);
    }
  }

  /** Publishes that a call got a hint in the place of its result. */
  void hinted(Ruling.Found found, Reports.Subject subject, LoopReport report) {
    if (bus.isListening()) {
      String message = Messages.hintWithoutValues(report);
      publish(LoopEvent.Type.TOOL_RESULT, subject, found.decisive(), Action.HINT, message);
    }
  }

  /** Publishes that a new run began a session anew that had been ended. */
  void reset(Reports.Subject subject) {
    if (bus.isListening()) {
      String reason = "a new run begins the session anew, which had been ended";
      publish(LoopEvent.Type.SESSION_RESET, subject, null, reason, null);
    }
  }

  private static LoopEvent.Type type(Detection detection, Action done, boolean ofTurn) {
    if (detection.finding().evidence().isOfBudget()) {
      return LoopEvent.Type.BUDGET_EXCEEDED;
    }
    return ofTurn && done != Action.TERMINATE
        ? LoopEvent.Type.TURN_WARNED
        : LoopEvent.Type.LOOP_DETECTED;
  }

  private void publish(
      LoopEvent.Type type,
      Reports.Subject subject,
      Detection detection,
      Action done,
      @Nullable String message) {
    Finding finding = detection.finding();
    Fingerprint fingerprint =
        subject.fingerprint() == null ? finding.loop().subject() : subject.fingerprint();
    LoopEvent.Loop loop =
        new LoopEvent.Loop(
            finding.detector(),
            detection.occurrence(),
            Traces.nameOf(done),
            finding.count(),
            finding.threshold(),
            finding.cycle().stream().map(FindingEvents::name).toList(),
            fingerprint.toHex());
    publish(type, subject, loop, Printable.of(detection.summary(), LONGEST_TEXT), message);
  }

  private void publish(
      LoopEvent.Type type,
      Reports.Subject subject,
      LoopEvent.@Nullable Loop loop,
      String reason,
      @Nullable String message) {
    bus.publish(
        new LoopEvent(
            type,
            Instant.now(),
            name(subject.session()),
            subject.run() == null ? null : name(subject.run()),
            subject.tool() == null ? null : name(subject.tool()),
            subject.target(),
            loop,
            reason,
            message == null ? null : Printable.of(message, LONGEST_TEXT),
            shown(subject),
            statistics.stopped()));
  }

  private @Nullable String shown(Reports.Subject subject) {
    return arguments.included() && subject.arguments() != null
        ? Printable.of(
            CanonicalJson.renderRedacted(
                subject.arguments(), arguments.redacted(), LONGEST_ARGUMENTS),
            LONGEST_ARGUMENTS)
        : null;
  }

  private static String name(Object key) {
    return Printable.of(key.toString(), Printable.NAME);
  }
}
