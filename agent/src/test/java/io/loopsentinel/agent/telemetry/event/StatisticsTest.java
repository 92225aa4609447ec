package io.loopsentinel.agent.telemetry.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.loopsentinel.agent.telemetry.event.Statistics.Count;
import org.junit.jupiter.api.Test;

/** Statistics by names that a model may invent. */
class StatisticsTest {

  private final Statistics statistics = new Statistics();

  @Test
  void countsByNamesThatCanBeShownOnOneLine() {
    // when
    statistics.stopped("search\u001b[31m\nread", "repeat", null);
    statistics.stopped("x".repeat(1 << 20), "repeat", null);

    // then
    assertThat(statistics.named(Count.STOPPED_BY_TOOL))
        .containsOnlyKeys("search\\u001b[31m\\nread", "x".repeat(100) + "...");
  }

  @Test
  void countsToolsBeyondAThousandTogether() {
    // when
    for (int i = 0; i < 1_100; i++) {
      statistics.stopped("tool " + i, "repeat", null);
    }

    // then
    assertThat(statistics.named(Count.STOPPED_BY_TOOL))
        .hasSize(1_001)
        .containsEntry("(others)", 100L);
  }

  @Test
  void countsByAgentIfThatIsKnown() {
    // when
    statistics.calledBy("billing");
    statistics.calledBy("billing");
    statistics.calledBy(null);
    statistics.stopped("search", "repeat", "billing");
    statistics.found("repeat", "billing");
    statistics.turned(1_200, 0.25, "billing");
    statistics.turned(800, 0.5, "billing");

    // then
    assertThat(statistics.named(Count.CALLS_BY_AGENT)).containsOnly(entry("billing", 2L));
    assertThat(statistics.named(Count.STOPPED_BY_AGENT)).containsOnly(entry("billing", 1L));
    assertThat(statistics.named(Count.FINDINGS_BY_AGENT)).containsOnly(entry("billing", 1L));
    assertThat(statistics.named(Count.TOKENS_BY_AGENT)).containsOnly(entry("billing", 2_000L));
    assertThat(statistics.costByAgent()).containsOnly(entry("billing", 0.75));
  }

  @Test
  void countsAgentsBeyondAThousandTogether() {
    // when
    for (int i = 0; i < 1_100; i++) {
      statistics.calledBy("agent " + i);
      statistics.turned(1, 1.5, "agent " + i);
    }
    statistics.turned(1, 1.5, null);

    // then
    assertThat(statistics.named(Count.CALLS_BY_AGENT))
        .hasSize(1_001)
        .containsEntry("(others)", 100L);
    assertThat(statistics.costByAgent()).hasSize(1_001).containsEntry("(others)", 151.5);
  }

  @Test
  void countsCallsWithoutAgent() {
    // when
    statistics.turned(1, 1.5, null);

    // then
    assertThat(statistics.costByAgent()).containsOnly(entry("(none)", 1.5));
  }

  @Test
  void knowsWhatATurnCostsIfItsModelHasAPrice() {
    // when
    statistics.turned(1_000, 3, "billing");
    statistics.turned(500, 5, null);
    statistics.turned(300, 0, "billing");

    // then
    assertThat(statistics.costOfTurn()).isEqualTo(4.0);
    assertThat(statistics.tokensOfTurn()).isEqualTo(600);
  }

  @Test
  void knowsNoCostOfATurnBeforeTheFirst() {
    assertThat(statistics.costOfTurn()).isZero();
    assertThat(statistics.tokensOfTurn()).isZero();
  }
}
