package io.loopsentinel;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event: a finding or an action of Loop Sentinel.
 *
 * <p>Immutable and thread-safe. Contains names, hashes and numbers, but no results and no text of
 * the model, and arguments only if configured.
 *
 * <p>Two events are equal if their {@link #toMap() maps} are.
 */
public final class LoopEvent {

  private final Type type;
  private final Instant time;
  private final @Nullable String session;
  private final @Nullable String conversation;
  private final @Nullable String run;
  private final @Nullable String tool;
  private final @Nullable String target;
  private final Map<String, String> labels;
  private final @Nullable Loop loop;
  private final String reason;
  private final @Nullable String message;
  private final @Nullable Question question;
  private final @Nullable String arguments;
  private final long callsStopped;
  private final @Nullable Cost cost;
  private final @Nullable Spending spending;
  private final @Nullable Trace trace;

  LoopEvent(LoopEventBuilder values) {
    type = values.type;
    time = values.time;
    session = values.session;
    conversation = values.conversation;
    run = values.run;
    tool = values.tool;
    target = values.target;
    labels = Map.copyOf(values.labels);
    loop = values.loop();
    reason = values.reason;
    message = values.message;
    question = values.question;
    arguments = values.arguments;
    callsStopped = values.callsStopped;
    cost = values.cost;
    spending = values.spending;
    trace = values.trace;
  }

  /** The types of events. */
  public enum Type {
    /** A detector found a loop. */
    LOOP_DETECTED("loop.detected"),
    /**
     * A loop continued after it was found, ended its run, or exceeded a budget. Published once for
     * a session since its beginning or its latest run.
     */
    LOOP_ESCALATED("loop.escalated"),
    /** A call was answered with a hint instead of a result. */
    TOOL_RESULT("tool.result"),
    /** A call waits for a person, who can let it run, answer it or stop it. */
    CALL_WAITING("call.waiting"),
    /** A call no longer waits: it was answered, or its time is up. */
    CALL_ANSWERED("call.answered"),
    /** A session was terminated; its calls and turns are refused until it is reset. */
    SESSION_TERMINATED("session.terminated"),
    /** A session was reset on request, or a terminated one by a new run. */
    SESSION_RESET("session.reset"),
    /** An operator sent a message to the model of a session. */
    SESSION_TOLD("session.told"),
    /** The model repeats itself from turn to turn. */
    TURN_WARNED("turn.warned"),
    /** A cap on calls, turns, tokens or cost was exceeded. */
    BUDGET_EXCEEDED("budget.exceeded"),
    /** Most of a budget is used; published once for each window. */
    BUDGET_WARNED("budget.warned"),
    /** The cost of a turn was attributed; published only if configured. */
    COST_ATTRIBUTED("cost.attributed"),
    /** A model provider has failed too often; its turns fail at once, or would if enforced. */
    PROVIDER_UNAVAILABLE("provider.unavailable"),
    /** A model provider answers again. */
    PROVIDER_RECOVERED("provider.recovered"),
    /** The store that JVMs share has failed too often; it is not asked for a while. */
    STORE_UNAVAILABLE("store.unavailable"),
    /** The store that JVMs share answers again. */
    STORE_RECOVERED("store.recovered"),
    /** A method is guarded. */
    TARGET_MATCHED("target.matched"),
    /** A target of the configuration has matched no method so far. */
    TARGET_UNMATCHED("target.unmatched"),
    /** The agent was switched, reloaded or detached at run time. */
    AGENT_SWITCHED("agent.switched"),
    /** The agent itself failed, and the application continued unguarded there. */
    AGENT_ERROR("agent.error");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** Returns its name in logs and messages, such as {@code loop.detected}. */
    public String text() {
      return text;
    }

    /**
     * Returns the type with a name.
     *
     * @throws IllegalArgumentException if there is no such type
     */
    public static Type of(String text) {
      return Arrays.stream(values())
          .filter(type -> type.text.equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no type of event: " + text));
    }
  }

  /** A loop, and the action taken. */
  public sealed interface Loop permits LoopEventBuilder.LoopValues {

    /** Returns the detector's name in the configuration. */
    String detector();

    /** Returns the number of findings of this loop in the session, including this one. */
    int rung();

    /**
     * Returns the action taken: {@code observe}, {@code warn}, {@code reuse}, {@code hint}, {@code
     * ask}, {@code abort} or {@code terminate}.
     */
    String action();

    /** Returns the action in mode {@code enforce}; {@code null} in that mode. */
    @Nullable String would();

    /**
     * Returns the number of occurrences, see {@link ToolLoopError#count()}. It and the threshold
     * are whole US dollars if {@link LoopEvent#spending()} has the amounts.
     */
    int count();

    /** Returns the count from which it is a finding. */
    int threshold();

    /**
     * Returns the unmodifiable list of the loop's tool names in order; one if a single call
     * repeats, none for turns.
     */
    List<String> cycle();

    /**
     * Returns the unmodifiable list of the calls of a loop of several tools, in order: each tool's
     * name and the beginning of its latest arguments, without redacted ones. Empty unless {@code
     * telemetry.include_arguments} is true.
     */
    List<String> steps();

    /** Returns 64 hexadecimal digits, see {@link ToolLoopError#fingerprint()}. */
    String fingerprint();

    /**
     * Returns the key of the setting whose larger value would have let this pass, such as {@code
     * overrides.search.threshold}; {@code null} in events of earlier versions.
     */
    @Nullable String setting();
  }

  /** The cost of a turn. */
  public sealed interface Cost permits LoopEventBuilder.CostValues {

    /** Returns the model's name; {@code null} if unknown. */
    @Nullable String model();

    /** Returns the tokens of the request. */
    long inputTokens();

    /** Returns the input tokens from the provider's cache. */
    long cachedTokens();

    /** Returns the tokens of the response. */
    long outputTokens();

    /** Returns US dollars by the configured prices; {@code null} if the model has none. */
    @Nullable Double usd();
  }

  /** A question to a person about a waiting call. */
  public sealed interface Question permits LoopEventBuilder.QuestionValues {

    /** Returns the id for the answer, unique in this JVM. */
    String id();

    /** Returns the end of the wait. */
    Instant expires();

    /**
     * Returns the action if nobody answers, such as {@code abort}; {@code null} in events of
     * earlier versions.
     */
    @Nullable String fallback();

    /**
     * Returns {@code run}, {@code hint}, {@code abort} or {@code message}; {@code null} without an
     * answer.
     */
    @Nullable String answer();

    /**
     * Returns the channel of the answer, such as {@code over JMX}, or why the wait has ended;
     * {@code null} while it waits.
     */
    @Nullable String by();
  }

  /** Money spent of a budget. */
  public sealed interface Spending permits LoopEventBuilder.SpendingValues {

    /** Returns the US dollars spent so far. */
    double usd();

    /** Returns the US dollars allowed. */
    double capUsd();
  }

  /**
   * The position in the application's traces.
   *
   * @param traceId the id of the trace, as the application's tracing writes it
   * @param spanId the id of the span
   */
  public record Trace(String traceId, String spanId) {}

  /** Returns the type. */
  public Type type() {
    return type;
  }

  /** Returns the time. */
  public Instant time() {
    return time;
  }

  /** Returns the session's key as text; {@code null} if the event concerns no session. */
  public @Nullable String session() {
    return session;
  }

  /**
   * Returns the key of the conversation that the session is a part of, as text; {@code null} if it
   * is a part of none.
   */
  public @Nullable String conversation() {
    return conversation;
  }

  /** Returns the key of the innermost run as text; {@code null} outside runs. */
  public @Nullable String run() {
    return run;
  }

  /** Returns the tool's name; {@code null} if the event concerns no tool. */
  public @Nullable String tool() {
    return tool;
  }

  /** Returns the name of the target whose method was called; {@code null} if there is none. */
  public @Nullable String target() {
    return target;
  }

  /**
   * Returns the unmodifiable map of labels by name, such as an agent's or a user's; a hidden value
   * is the beginning of its hash.
   */
  public Map<String, String> labels() {
    return labels;
  }

  /** Returns the loop; {@code null} if the event concerns none. */
  public @Nullable Loop loop() {
    return loop;
  }

  /** Returns a description. */
  public String reason() {
    return reason;
  }

  /**
   * Returns the text for the model instead of a result, without arguments; {@code null} if none.
   */
  public @Nullable String message() {
    return message;
  }

  /** Returns the question to a person about this call; {@code null} if none. */
  public @Nullable Question question() {
    return question;
  }

  /**
   * Returns the arguments of the call as canonical JSON without redacted ones, at most 2,000
   * characters; {@code null} unless {@code telemetry.include_arguments} is true.
   */
  public @Nullable String arguments() {
    return arguments;
  }

  /** Returns the number of calls stopped in this JVM so far. */
  public long callsStopped() {
    return callsStopped;
  }

  /** Returns the cost of a turn; {@code null} if the event concerns none. */
  public @Nullable Cost cost() {
    return cost;
  }

  /** Returns the money that a cap was compared with; {@code null} for other caps and loops. */
  public @Nullable Spending spending() {
    return spending;
  }

  /** Returns the trace of the application; {@code null} if unknown. */
  public @Nullable Trace trace() {
    return trace;
  }

  /**
   * Returns its values by their documented names, in order, without absent ones. JDK types only.
   */
  public Map<String, Object> toMap() {
    return LoopEventMaps.toMap(this);
  }

  /**
   * Returns the event of a map that {@link #toMap} of any version of this class has created.
   *
   * @throws IllegalArgumentException if the map is no event
   */
  public static LoopEvent of(Map<String, ?> map) {
    return LoopEventMaps.read(map);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LoopEvent event && toMap().equals(event.toMap());
  }

  @Override
  public int hashCode() {
    return toMap().hashCode();
  }

  @Override
  public String toString() {
    return "LoopEvent" + toMap();
  }
}
