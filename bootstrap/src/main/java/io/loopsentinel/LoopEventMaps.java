package io.loopsentinel;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts events to maps, and maps of this or another version to events. */
final class LoopEventMaps {

  private LoopEventMaps() {}

  static Map<String, Object> toMap(LoopEvent event) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("type", event.type().text());
    map.put("time", event.time().toString());
    map.put("session", event.session());
    map.put("conversation", event.conversation());
    map.put("run", event.run());
    map.put("tool", event.tool());
    map.put("target", event.target());
    map.put("labels", event.labels().isEmpty() ? null : new TreeMap<>(event.labels()));
    LoopEvent.Loop loop = event.loop();
    if (loop != null) {
      map.put("detector", loop.detector());
      map.put("rung", loop.rung());
      map.put("action", loop.action());
      map.put("would", loop.would());
      map.put("count", loop.count());
      map.put("threshold", loop.threshold());
      map.put("cycle", loop.cycle());
      map.put("steps", loop.steps().isEmpty() ? null : loop.steps());
      map.put("fingerprint", loop.fingerprint());
      map.put("setting", loop.setting());
    }
    LoopEvent.Spending spending = event.spending();
    if (spending != null) {
      map.put("spent_usd", spending.usd());
      map.put("cap_usd", spending.capUsd());
    }
    map.put("reason", event.reason());
    map.put("message", event.message());
    LoopEvent.Question question = event.question();
    if (question != null) {
      map.put("question", question.id());
      map.put("expires", question.expires().toString());
      map.put("fallback", question.fallback());
      map.put("answer", question.answer());
      map.put("by", question.by());
    }
    map.put("arguments", event.arguments());
    map.put("calls_stopped", event.callsStopped());
    LoopEvent.Cost cost = event.cost();
    if (cost != null) {
      map.put("model", cost.model());
      map.put("input_tokens", cost.inputTokens());
      map.put("cached_tokens", cost.cachedTokens());
      map.put("output_tokens", cost.outputTokens());
      map.put("cost_usd", cost.usd());
    }
    LoopEvent.Trace trace = event.trace();
    if (trace != null) {
      map.put("trace_id", trace.traceId());
      map.put("span_id", trace.spanId());
    }
    map.values().removeIf(Objects::isNull);
    return map;
  }

  /**
   * Reads an event.
   *
   * @throws IllegalArgumentException if the map is no event
   */
  static LoopEvent read(Map<String, ?> map) {
    try {
      LoopEventBuilder event =
          new LoopEventBuilder(
                  LoopEvent.Type.of((String) required(map, "type")),
                  (String) required(map, "reason"))
              .time(Instant.parse((String) required(map, "time")))
              .session((String) map.get("session"))
              .conversation((String) map.get("conversation"))
              .run((String) map.get("run"))
              .tool((String) map.get("tool"))
              .target((String) map.get("target"))
              .labels(labels(map.get("labels")))
              .message((String) map.get("message"))
              .question(map.containsKey("question") ? question(map) : null)
              .arguments((String) map.get("arguments"))
              .callsStopped(((Number) required(map, "calls_stopped")).longValue())
              .cost(map.containsKey("input_tokens") ? cost(map) : null)
              .spending(map.containsKey("spent_usd") ? spending(map) : null)
              .trace(map.containsKey("trace_id") ? trace(map) : null);
      if (map.containsKey("detector")) {
        readLoop(map, event);
      }
      return event.build();
    } catch (ClassCastException | DateTimeException | NullPointerException e) {
      throw new IllegalArgumentException("not the values of an event: " + map, e);
    }
  }

  private static void readLoop(Map<String, ?> map, LoopEventBuilder event) {
    event
        .loop(
            (String) required(map, "detector"),
            (String) required(map, "fingerprint"),
            texts(required(map, "cycle")))
        .steps(texts(map.get("steps")))
        .found(
            ((Number) required(map, "rung")).intValue(),
            ((Number) required(map, "count")).intValue(),
            ((Number) required(map, "threshold")).intValue())
        .action((String) required(map, "action"), (String) map.get("would"))
        .setting((String) map.get("setting"));
  }

  private static List<String> texts(@Nullable Object list) {
    return list == null ? List.of() : ((List<?>) list).stream().map(String.class::cast).toList();
  }

  static Map<String, String> labels(@Nullable Object labels) {
    Map<String, String> read = new LinkedHashMap<>();
    if (labels instanceof Map<?, ?> written) {
      written.forEach((name, value) -> read.put((String) name, (String) value));
    }
    return read;
  }

  private static LoopEvent.Question question(Map<String, ?> map) {
    return LoopEventBuilder.question(
        (String) required(map, "question"),
        Instant.parse((String) required(map, "expires")),
        (String) map.get("fallback"),
        (String) map.get("answer"),
        (String) map.get("by"));
  }

  private static LoopEvent.Cost cost(Map<String, ?> map) {
    return LoopEventBuilder.cost(
        (String) map.get("model"),
        ((Number) required(map, "input_tokens")).longValue(),
        ((Number) required(map, "cached_tokens")).longValue(),
        ((Number) required(map, "output_tokens")).longValue(),
        map.get("cost_usd") instanceof Number usd ? usd.doubleValue() : null);
  }

  private static LoopEvent.Spending spending(Map<String, ?> map) {
    return LoopEventBuilder.spending(
        ((Number) required(map, "spent_usd")).doubleValue(),
        ((Number) required(map, "cap_usd")).doubleValue());
  }

  private static LoopEvent.Trace trace(Map<String, ?> map) {
    return new LoopEvent.Trace(
        (String) required(map, "trace_id"), (String) required(map, "span_id"));
  }

  private static Object required(Map<String, ?> map, String key) {
    Object value = map.get(key);
    if (value == null) {
      throw new IllegalArgumentException("not the values of an event, without " + key + ": " + map);
    }
    return value;
  }
}
