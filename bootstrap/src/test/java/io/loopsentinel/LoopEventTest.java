package io.loopsentinel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Events as maps, in which they reach copies of the API. */
class LoopEventTest {

  private static final LoopEvent FULL =
      new LoopEventBuilder(LoopEvent.Type.TOOL_RESULT, "search called again after 3 matching calls")
          .time(Instant.parse("2026-11-22T04:05:06.789Z"))
          .session("c-7")
          .conversation("talk")
          .run("run 1")
          .tool("search")
          .target("acme-dispatch")
          .labels(Map.of("agent", "billing"))
          .loop("repeat", "00ff", List.of("search"))
          .found(1, 3, 3)
          .action("hint", null)
          .setting("overrides.search.threshold")
          .message("loop-detected: stop")
          .question(LoopEventBuilder.question("7", Instant.EPOCH, "abort", "hint", "over JMX"))
          .arguments("{\"q\":\"loops\"}")
          .callsStopped(42)
          .cost(LoopEventBuilder.cost("gpt-9", 100, 40, 20, 0.0015))
          .spending(LoopEventBuilder.spending(0.52, 0.5))
          .trace(new LoopEvent.Trace("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"))
          .build();

  private static final LoopEvent BARE =
      new LoopEventBuilder(LoopEvent.Type.AGENT_ERROR, "why").time(Instant.EPOCH).build();

  @Test
  void hasATimeInMilliseconds() {
    LoopEvent event = new LoopEventBuilder(LoopEvent.Type.AGENT_ERROR, "reason").build();

    assertThat(event.time()).isEqualTo(event.time().truncatedTo(ChronoUnit.MILLIS));
  }

  @Test
  void haveTheirDocumentedNamesInOrder() {
    assertThat(FULL.toMap().keySet())
        .containsExactly(
            "type",
            "time",
            "session",
            "conversation",
            "run",
            "tool",
            "target",
            "labels",
            "detector",
            "rung",
            "action",
            "count",
            "threshold",
            "cycle",
            "fingerprint",
            "setting",
            "spent_usd",
            "cap_usd",
            "reason",
            "message",
            "question",
            "expires",
            "fallback",
            "answer",
            "by",
            "arguments",
            "calls_stopped",
            "model",
            "input_tokens",
            "cached_tokens",
            "output_tokens",
            "cost_usd",
            "trace_id",
            "span_id");
    assertThat(FULL.toMap())
        .containsEntry("type", "tool.result")
        .containsEntry("time", "2026-11-22T04:05:06.789Z");
  }

  @Test
  void haveACostWithoutAPrice() {
    LoopEvent event =
        new LoopEventBuilder(LoopEvent.Type.COST_ATTRIBUTED, "tokens")
            .cost(LoopEventBuilder.cost("gpt-9", 100, 40, 20, null))
            .build();

    assertThat(event.toMap()).containsEntry("input_tokens", 100L).doesNotContainKey("cost_usd");
    assertThat(LoopEvent.of(event.toMap()).cost()).isEqualTo(event.cost());
  }

  @Test
  void omitAbsentValues() {
    assertThat(BARE.toMap()).containsOnlyKeys("type", "time", "reason", "calls_stopped");
  }

  @Test
  void areReadBack() {
    assertThat(LoopEvent.of(FULL.toMap())).isEqualTo(FULL);
    assertThat(LoopEvent.of(BARE.toMap())).isEqualTo(BARE);
  }

  /** A field that the map lacks would be lost on the way to another copy of the class. */
  @Test
  void keepEachValueInTheirMap() throws ReflectiveOperationException {
    LoopEvent read = LoopEvent.of(FULL.toMap());

    for (Field field : LoopEvent.class.getDeclaredFields()) {
      Method accessor = LoopEvent.class.getMethod(field.getName());
      assertThat(accessor.invoke(read))
          .as(field.getName())
          .isNotNull()
          .isEqualTo(accessor.invoke(FULL));
    }
  }

  @Test
  void areEqualIfTheirMapsAre() {
    LoopEvent other =
        new LoopEventBuilder(LoopEvent.Type.AGENT_ERROR, "why not").time(Instant.EPOCH).build();

    assertThat(BARE).hasSameHashCodeAs(LoopEvent.of(BARE.toMap())).isNotEqualTo(other);
    assertThat(BARE)
        .hasToString(
            "LoopEvent{type=agent.error, time=1970-01-01T00:00:00Z, reason=why, calls_stopped=0}");
  }

  /** What an application could create, it could create no longer once there is one more value. */
  @Test
  void areCreatedByTheAgentOnly() {
    assertThat(LoopEvent.class.getConstructors()).isEmpty();
    assertThat(ToolLoopError.class.getConstructors()).isEmpty();
    assertThat(LoopEvent.class.getClasses())
        .filteredOn(type -> type != LoopEvent.Trace.class)
        .allMatch(type -> type.isEnum() || type.isSealed());
  }

  @Test
  void areReadWithKeysOfALaterVersion() {
    Map<String, Object> later = new HashMap<>(BARE.toMap());
    later.put("later", List.of(1));

    assertThat(LoopEvent.of(later)).isEqualTo(BARE);
  }

  @Test
  void areRejectedWithTheReason() {
    Map<String, Object> without = new HashMap<>(BARE.toMap());
    without.remove("time");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoopEvent.of(without))
        .withMessageContaining("without time");
    Map<String, Object> withoutValue = new HashMap<>(BARE.toMap());
    withoutValue.put("labels", Collections.singletonMap("agent", null));
    assertThatIllegalArgumentException().isThrownBy(() -> LoopEvent.of(withoutValue));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoopEvent.Type.of("loop.lost"))
        .withMessage("no type of event: loop.lost");
  }
}
