package io.loopsentinel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Events as maps, in which they reach copies of the API. */
class LoopEventTest {

  private static final LoopEvent FULL =
      new LoopEvent(
          LoopEvent.Type.TOOL_RESULT,
          Instant.parse("2026-11-22T04:05:06.789Z"),
          "c-7",
          "run 1",
          "search",
          "acme-dispatch",
          Map.of("agent", "billing"),
          new LoopEvent.Loop(
              "repeat",
              1,
              "hint",
              null,
              3,
              3,
              List.of("search"),
              "00ff",
              "overrides.search.threshold"),
          "search called again after 3 matching calls",
          "loop-detected: stop",
          new LoopEvent.Question("7", Instant.EPOCH, "abort", "hint", "over JMX"),
          "{\"q\":\"loops\"}",
          42,
          new LoopEvent.Cost("gpt-9", 100, 40, 20, 0.0015),
          new LoopEvent.Trace("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"));

  private static final LoopEvent BARE =
      new LoopEvent(
          LoopEvent.Type.AGENT_ERROR,
          Instant.EPOCH,
          null,
          null,
          null,
          null,
          Map.of(),
          null,
          "why",
          null,
          null,
          null,
          0,
          null,
          null);

  @Test
  void haveTheirDocumentedNamesInOrder() {
    assertThat(FULL.toMap().keySet())
        .containsExactly(
            "type",
            "time",
            "session",
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
  void leaveOutWhatIsAbsent() {
    assertThat(BARE.toMap()).containsOnlyKeys("type", "time", "reason", "calls_stopped");
  }

  @Test
  void areReadBack() {
    assertThat(LoopEvent.of(FULL.toMap())).isEqualTo(FULL);
    assertThat(LoopEvent.of(BARE.toMap())).isEqualTo(BARE);
  }

  @Test
  void areReadWithKeysOfALaterVersion() {
    Map<String, Object> later = new HashMap<>(BARE.toMap());
    later.put("later", List.of(1));

    assertThat(LoopEvent.of(later)).isEqualTo(BARE);
  }

  @Test
  void areRefusedWithWhatIsWrongWithThem() {
    Map<String, Object> without = new HashMap<>(BARE.toMap());
    without.remove("time");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoopEvent.of(without))
        .withMessageContaining("without time");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoopEvent.Type.of("loop.lost"))
        .withMessage("no type of event: loop.lost");
  }
}
