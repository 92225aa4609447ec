package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.ExitTasks;
import io.loopsentinel.agent.telemetry.FailureLog;
import io.loopsentinel.engine.text.Printable;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All that parts of the agent tell through: its log, events, counters, failures and how long checks
 * take. Thread-safe.
 */
public final class Telemetry {

  /** Characters of what happened, as of a line of the log. */
  private static final int MAX_REASON_LENGTH = 4_000;

  /** How much longer the JVM lives for what waits in the sinks. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final AgentLog log;
  private volatile CheckRecorder checks = CheckRecorder.NONE;
  private final Statistics statistics = new Statistics();
  private final FailureLog failures;
  private final EventBus events;
  private final ExitTasks exitTasks;
  private final AtomicReference<@Nullable Function<Map<String, ?>, ?>> decider =
      new AtomicReference<>();

  /** Creates a telemetry whose events and checks go nowhere yet. */
  public Telemetry(AgentLog log) {
    this.log = log;
    this.failures = new FailureLog(log, line -> publishError(null, line));
    this.events = new EventBus(failures);
    this.exitTasks = new ExitTasks(failures);
  }

  public AgentLog log() {
    return log;
  }

  public Statistics statistics() {
    return statistics;
  }

  public EventBus events() {
    return events;
  }

  public CheckRecorder checks() {
    return checks;
  }

  /** Has checks go to a recorder from now on. */
  public void recordChecks(CheckRecorder recorder) {
    checks = recorder;
  }

  public FailureLog failures() {
    return failures;
  }

  /** Returns what is done when the JVM ends, before the sinks are closed. */
  public ExitTasks exitTasks() {
    return exitTasks;
  }

  /**
   * Returns who in the application decides about actions, if anybody: a function of an event's
   * values to a list of an action and a message, both of which may be {@code null}.
   */
  public AtomicReference<@Nullable Function<Map<String, ?>, ?>> decider() {
    return decider;
  }

  /** Does what is to be done at the end of the JVM, and closes the sinks. */
  public void close() {
    exitTasks.run();
    events.close(CLOSE_TIMEOUT);
  }

  /** Returns an event, without a session or target where it is about none. */
  public LoopEvent event(
      LoopEvent.Type type, @Nullable String session, @Nullable String target, String reason) {
    return event(type, session, target, reason, null);
  }

  /** Returns an event that shows arguments, too. */
  public LoopEvent event(
      LoopEvent.Type type,
      @Nullable String session,
      @Nullable String target,
      String reason,
      @Nullable String arguments) {
    String shown = Printable.of(reason, MAX_REASON_LENGTH);
    long stopped = statistics.stopped();
    return new LoopEvent(
        type,
        Instant.now(),
        session,
        null,
        null,
        target,
        Map.of(),
        null,
        shown,
        null,
        null,
        arguments,
        stopped,
        null,
        null);
  }

  /** Says that a target guards nothing, or no longer does: in the log, and as an event. */
  public void gaveUp(String target, String line) {
    log.error(line);
    publishError(target, line);
  }

  /** Says that somebody switched the agent while it runs: in the log, and as an event. */
  public void switched(String line) {
    log.warn(line);
    events.publish(event(LoopEvent.Type.AGENT_SWITCHED, null, null, line));
  }

  /** Says what is wrong with a configuration that is not taken: in the log, and as an event. */
  public void refused(String report) {
    report.lines().forEach(log::error);
    publishError(null, report.lines().findFirst().orElse(""));
  }

  private void publishError(@Nullable String target, String line) {
    events.publish(event(LoopEvent.Type.AGENT_ERROR, null, target, line));
  }
}
