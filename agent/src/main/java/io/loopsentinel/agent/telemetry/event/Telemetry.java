package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.ExitTasks;
import io.loopsentinel.agent.telemetry.FailureLog;
import io.loopsentinel.engine.text.Printable;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The log, events, counters, failures and check durations of the agent. Thread-safe. */
public final class Telemetry {

  /** In characters, as for a line of the log. */
  private static final int MAX_REASON_LENGTH = 4_000;

  /** Maximum delay of JVM exit for the events that wait in the sinks. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final AgentLog log;
  private volatile CheckRecorder checks = CheckRecorder.NONE;
  private final Statistics statistics = new Statistics();
  private final FailureLog failures;
  private final EventBus events;
  private final ExitTasks exitTasks;
  private final AtomicReference<@Nullable Decider> decider = new AtomicReference<>();

  private final Map<Consumer<Map<String, ?>>, Boolean> callListeners = new ConcurrentHashMap<>();

  /** Creates a telemetry without receivers of events and checks. */
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

  /** Sets the recorder of further checks. */
  public void recordChecks(CheckRecorder recorder) {
    checks = recorder;
  }

  public FailureLog failures() {
    return failures;
  }

  /** Returns the tasks to run at JVM exit, before the sinks are closed. */
  public ExitTasks exitTasks() {
    return exitTasks;
  }

  /**
   * The application's listener that decides about actions.
   *
   * @param listener returns, for an event's values, a list of an action and a message, both of
   *     which may be {@code null}
   * @param timeoutMillis the time after which the configured action is taken
   */
  public record Decider(Function<Map<String, ?>, ?> listener, long timeoutMillis) {}

  public AtomicReference<@Nullable Decider> decider() {
    return decider;
  }

  /** Returns the application's listeners to calls, and whether each wants their content. */
  public Map<Consumer<Map<String, ?>>, Boolean> callListeners() {
    return callListeners;
  }

  /** Runs the exit tasks, and closes the sinks. */
  public void close() {
    exitTasks.run();
    events.close(CLOSE_TIMEOUT);
  }

  /** Does the same as {@link #close()} when the JVM ends; see {@link EventSink#exit}. */
  public void exit() {
    exitTasks.run();
    events.end(EventSink::exit, CLOSE_TIMEOUT);
  }

  /** Returns a new event; its session and target may be {@code null}. */
  public LoopEvent event(
      LoopEvent.Type type, @Nullable String session, @Nullable String target, String reason) {
    return event(type, session, target, reason, null);
  }

  public LoopEvent event(
      LoopEvent.Type type,
      @Nullable String session,
      @Nullable String target,
      String reason,
      @Nullable String arguments) {
    return new LoopEventBuilder(type, Printable.of(reason, MAX_REASON_LENGTH))
        .session(session)
        .target(target)
        .arguments(arguments)
        .callsStopped(statistics.stopped())
        .build();
  }

  /** Logs and publishes that a target guards nothing, or no longer does. */
  public void gaveUp(String target, String line) {
    log.error(line);
    publishError(target, line);
  }

  /** Logs and publishes that the agent was switched at runtime. */
  public void switched(String line) {
    log.warn(line);
    events.publish(event(LoopEvent.Type.AGENT_SWITCHED, null, null, line));
  }

  /** Logs the report on a rejected configuration, and publishes its problems in one line. */
  public void refused(String report, String problems) {
    report.lines().forEach(log::error);
    publishError(
        null,
        "the configuration was not reloaded and the previous one stays in force: " + problems);
  }

  private void publishError(@Nullable String target, String line) {
    events.publish(event(LoopEvent.Type.AGENT_ERROR, null, target, line));
  }
}
