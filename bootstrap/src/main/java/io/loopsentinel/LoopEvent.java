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
 * Something that Loop Sentinel noticed or did.
 *
 * <p>Immutable and thread-safe. Carries names, hashes and numbers; nothing of results or what the
 * model said, and of arguments only where the configuration says so.
 *
 * @param type what happened
 * @param time when
 * @param session the session's key as text; {@code null} where it is about no session
 * @param run the key of the innermost run as text; {@code null} outside of runs
 * @param tool the tool's name; {@code null} where it is about no tool
 * @param target the name of the target whose method was called; {@code null} where there is none
 * @param labels whose it is, an agent's or a user's for one, by the labels' names; a value that is
 *     not to be shown is the beginning of its hash
 * @param loop the loop that was found; {@code null} where it is about none
 * @param reason what happened, in words
 * @param message what the model was told in the place of a result, its arguments left out; {@code
 *     null} where it was told nothing
 * @param question what a person is asked, or was, about this call; {@code null} where nobody is
 * @param arguments the arguments of the call as canonical JSON, without those that are redacted, at
 *     most 2,000 characters; {@code null} unless {@code telemetry.include_arguments} is true
 * @param callsStopped how many calls have been stopped in this JVM so far
 * @param cost what a turn of the model cost; {@code null} where it is about none
 * @param trace the trace of the application that it happened in; {@code null} where none is known
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

  /** What can happen. */
  public enum Type {
    /** A detector found a loop, whatever was done about it. */
    LOOP_DETECTED("loop.detected"),
    /**
     * A loop went on after it was found, ended its run, or passed a budget. Published once for a
     * session from its beginning, or the beginning of its latest run, on.
     */
    LOOP_ESCALATED("loop.escalated"),
    /** A call was answered with a hint in the place of its result. */
    TOOL_RESULT("tool.result"),
    /** A call waits for a person, who may let it run, answer in its place or stop it. */
    CALL_WAITING("call.waiting"),
    /** A call waits no longer: somebody answered, or nobody did in time. */
    CALL_ANSWERED("call.answered"),
    /** A session was ended; its calls and turns are refused until it is reset. */
    SESSION_TERMINATED("session.terminated"),
    /** A session was forgotten on request, or an ended one by a new run. */
    SESSION_RESET("session.reset"),
    /** Somebody outside has something told to the model of a session. */
    SESSION_TOLD("session.told"),
    /** The model repeats itself from turn to turn. */
    TURN_WARNED("turn.warned"),
    /** A cap on calls, turns, tokens or cost was passed. */
    BUDGET_EXCEEDED("budget.exceeded"),
    /** Most of a budget is used; published once for each window of time. */
    BUDGET_WARNED("budget.warned"),
    /** A turn of the model was paid for; published only where the configuration says so. */
    COST_ATTRIBUTED("cost.attributed"),
    /** A model's provider has failed too often; its turns fail at once, or would. */
    PROVIDER_UNAVAILABLE("provider.unavailable"),
    /** It answers again. */
    PROVIDER_RECOVERED("provider.recovered"),
    /** A method was put under guard. */
    TARGET_MATCHED("target.matched"),
    /** A target of the configuration has matched no method. */
    TARGET_UNMATCHED("target.unmatched"),
    /** Somebody changed what the agent does while it runs. */
    AGENT_SWITCHED("agent.switched"),
    /** The agent itself failed, and the application went on unguarded there. */
    AGENT_ERROR("agent.error");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    /** Returns its name as in logs and messages, such as {@code loop.detected}. */
    public String text() {
      return text;
    }

    /**
     * Returns the type of a name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Type of(String text) {
      return Arrays.stream(values())
          .filter(type -> type.text.equals(text))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException("no type of event: " + text));
    }
  }

  /**
   * A loop, and what is done about it.
   *
   * @param detector which detector found it, as in the configuration
   * @param rung how often this loop was found in the session, this time included
   * @param action what was really done: {@code observe}, {@code warn}, {@code hint}, {@code ask},
   *     {@code abort} or {@code terminate}
   * @param would what would have been done in mode {@code enforce}; {@code null} in that mode
   * @param count how often the loop was seen, see {@link ToolLoopError#count()}
   * @param threshold the count from which it is a finding
   * @param cycle the tool names of the loop in order; one where a single call repeats, none where
   *     it is about turns
   * @param fingerprint 64 hexadecimal digits, see {@link ToolLoopError#fingerprint()}
   * @param setting the path of the setting whose larger value would have let this pass, such as
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
   * What a turn of the model cost.
   *
   * @param model the model's name; {@code null} where it is not known
   * @param inputTokens tokens of the request
   * @param cachedTokens how many of them the provider had kept
   * @param outputTokens tokens of the response
   * @param usd US dollars, by the configured prices; 0 where the model has none
   */
  public record Cost(
      @Nullable String model, long inputTokens, long cachedTokens, long outputTokens, double usd) {}

  /**
   * What a person is asked about a call that waits.
   *
   * @param id what to answer it by; another one for each call that waits in this JVM
   * @param expires when it waits no longer
   * @param fallback what is done if nobody answers, such as {@code abort}; {@code null} in events
   *     of earlier versions
   * @param answer {@code run}, {@code hint}, {@code abort} or {@code message}; {@code null} where
   *     nobody has answered
   * @param by how it was answered, such as {@code over JMX}, or why it waits no longer; {@code
   *     null} while it waits
   */
  public record Question(
      String id,
      Instant expires,
      @Nullable String fallback,
      @Nullable String answer,
      @Nullable String by) {}

  /**
   * Where it is in the traces of the application.
   *
   * @param traceId the id of the trace, as the application's tracing writes it
   * @param spanId the id of the span in it
   */
  public record Trace(String traceId, String spanId) {}

  /**
   * Returns its values by their documented names, in order, absent ones left out. JDK types only.
   */
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
   * Reads what {@link #toMap} wrote, of this version of the class or another.
   *
   * @throws IllegalArgumentException if it is no such map
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
