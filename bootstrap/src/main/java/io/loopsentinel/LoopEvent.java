package io.loopsentinel;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An event: a finding or an action of Loop Sentinel.
 *
 * <p>Immutable and thread-safe. Contains names, hashes and numbers, but no results and no text of
 * the model, and arguments only if configured.
 *
 * @param type the type
 * @param time the time
 * @param session the session's key as text; {@code null} if the event concerns no session
 * @param run the key of the innermost run as text; {@code null} outside runs
 * @param tool the tool's name; {@code null} if the event concerns no tool
 * @param target the name of the target whose method was called; {@code null} if there is none
 * @param labels the labels by name, such as agent or user; a hidden value is replaced by the
 *     beginning of its hash
 * @param loop the loop; {@code null} if the event concerns none
 * @param reason a description
 * @param message the text for the model instead of a result, without arguments; {@code null} if
 *     none
 * @param question the question about this call to a person; {@code null} if none
 * @param arguments the arguments of the call as canonical JSON without redacted ones, at most 2,000
 *     characters; {@code null} unless {@code telemetry.include_arguments} is true
 * @param callsStopped the number of calls stopped in this JVM so far
 * @param cost the cost of a turn; {@code null} if the event concerns none
 * @param trace the trace of the application; {@code null} if unknown
 */
public record LoopEvent(
    Type type,
    Instant time,
    @Nullable String session,
    @Nullable String run,
    @Nullable String tool,
    @Nullable String target,
    Map<String, String> labels,
    @Nullable Loop loop,
    String reason,
    @Nullable String message,
    @Nullable Question question,
    @Nullable String arguments,
    long callsStopped,
    @Nullable Cost cost,
    @Nullable Trace trace) {

  public LoopEvent {
    labels = Map.copyOf(labels);
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

  /**
   * A loop, and the action taken.
   *
   * @param detector the detector's name in the configuration
   * @param rung the number of findings of this loop in the session, including this one
   * @param action the action taken: {@code observe}, {@code warn}, {@code hint}, {@code ask},
   *     {@code abort} or {@code terminate}
   * @param would the action in mode {@code enforce}; {@code null} in that mode
   * @param count the number of occurrences, see {@link ToolLoopError#count()}
   * @param threshold the count from which it is a finding
   * @param cycle the tool names of the loop in order; one if a single call repeats, none for turns
   * @param fingerprint 64 hexadecimal digits, see {@link ToolLoopError#fingerprint()}
   * @param setting the key of the setting of which a larger value would have allowed this, such as
   *     {@code overrides.search.threshold}; {@code null} in events of earlier versions
   */
  public record Loop(
      String detector,
      int rung,
      String action,
      @Nullable String would,
      int count,
      int threshold,
      List<String> cycle,
      String fingerprint,
      @Nullable String setting) {

    public Loop {
      cycle = List.copyOf(cycle);
    }
  }

  /**
   * The cost of a turn.
   *
   * @param model the model's name; {@code null} if unknown
   * @param inputTokens tokens of the request
   * @param cachedTokens input tokens from the provider's cache
   * @param outputTokens tokens of the response
   * @param usd US dollars by the configured prices; 0 if the model has none
   */
  public record Cost(
      @Nullable String model, long inputTokens, long cachedTokens, long outputTokens, double usd) {}

  /**
   * A question to a person about a waiting call.
   *
   * @param id the id for the answer, unique in this JVM
   * @param expires the end of the wait
   * @param fallback the action if nobody answers, such as {@code abort}; {@code null} in events of
   *     earlier versions
   * @param answer {@code run}, {@code hint}, {@code abort} or {@code message}; {@code null} without
   *     an answer
   * @param by the channel of the answer, such as {@code over JMX}, or why the wait has ended;
   *     {@code null} while it waits
   */
  public record Question(
      String id,
      Instant expires,
      @Nullable String fallback,
      @Nullable String answer,
      @Nullable String by) {}

  /**
   * The position in the application's traces.
   *
   * @param traceId the id of the trace, as the application's tracing writes it
   * @param spanId the id of the span
   */
  public record Trace(String traceId, String spanId) {}

  /** Returns the present values by their documented names, in order. JDK types only. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", type.text());
    map.put("time", time.toString());
    map.put("session", session);
    map.put("run", run);
    map.put("tool", tool);
    map.put("target", target);
    map.put("labels", labels.isEmpty() ? null : new TreeMap<>(labels));
    if (loop != null) {
      map.put("detector", loop.detector());
      map.put("rung", loop.rung());
      map.put("action", loop.action());
      map.put("would", loop.would());
      map.put("count", loop.count());
      map.put("threshold", loop.threshold());
      map.put("cycle", loop.cycle());
      map.put("fingerprint", loop.fingerprint());
      map.put("setting", loop.setting());
    }
    map.put("reason", reason);
    map.put("message", message);
    if (question != null) {
      map.put("question", question.id());
      map.put("expires", question.expires().toString());
      map.put("fallback", question.fallback());
      map.put("answer", question.answer());
      map.put("by", question.by());
    }
    map.put("arguments", arguments);
    map.put("calls_stopped", callsStopped);
    if (cost != null) {
      map.put("model", cost.model());
      map.put("input_tokens", cost.inputTokens());
      map.put("cached_tokens", cost.cachedTokens());
      map.put("output_tokens", cost.outputTokens());
      map.put("cost_usd", cost.usd());
    }
    map.put("trace_id", trace == null ? null : trace.traceId());
    map.put("span_id", trace == null ? null : trace.spanId());
    map.values().removeIf(Objects::isNull);
    return map;
  }

  /**
   * Returns the event of a map that {@link #toMap} of any version of this class has created.
   *
   * @throws IllegalArgumentException if the map is no event
   */
  public static LoopEvent of(Map<String, ?> map) {
    try {
      return new LoopEvent(
          Type.of((String) required(map, "type")),
          Instant.parse((String) required(map, "time")),
          (String) map.get("session"),
          (String) map.get("run"),
          (String) map.get("tool"),
          (String) map.get("target"),
          labels(map.get("labels")),
          map.containsKey("detector") ? loop(map) : null,
          (String) required(map, "reason"),
          (String) map.get("message"),
          map.containsKey("question")
              ? new Question(
                  (String) required(map, "question"),
                  Instant.parse((String) required(map, "expires")),
                  (String) map.get("fallback"),
                  (String) map.get("answer"),
                  (String) map.get("by"))
              : null,
          (String) map.get("arguments"),
          ((Number) required(map, "calls_stopped")).longValue(),
          map.containsKey("cost_usd") ? cost(map) : null,
          map.containsKey("trace_id")
              ? new Trace((String) required(map, "trace_id"), (String) required(map, "span_id"))
              : null);
    } catch (ClassCastException | java.time.DateTimeException e) {
      throw new IllegalArgumentException("not the values of an event: " + map, e);
    }
  }

  private static Loop loop(Map<String, ?> map) {
    return new Loop(
        (String) required(map, "detector"),
        ((Number) required(map, "rung")).intValue(),
        (String) required(map, "action"),
        (String) map.get("would"),
        ((Number) required(map, "count")).intValue(),
        ((Number) required(map, "threshold")).intValue(),
        ((List<?>) required(map, "cycle")).stream().map(String.class::cast).toList(),
        (String) required(map, "fingerprint"),
        (String) map.get("setting"));
  }

  private static Map<String, String> labels(@Nullable Object labels) {
    Map<String, String> read = new LinkedHashMap<>();
    if (labels instanceof Map<?, ?> written) {
      written.forEach((name, value) -> read.put((String) name, (String) value));
    }
    return read;
  }

  private static Cost cost(Map<String, ?> map) {
    return new Cost(
        (String) map.get("model"),
        ((Number) required(map, "input_tokens")).longValue(),
        ((Number) required(map, "cached_tokens")).longValue(),
        ((Number) required(map, "output_tokens")).longValue(),
        ((Number) required(map, "cost_usd")).doubleValue());
  }

  private static Object required(Map<String, ?> map, String key) {
    Object value = map.get(key);
    if (value == null) {
      throw new IllegalArgumentException("not the values of an event, without " + key + ": " + map);
    }
    return value;
  }
}
