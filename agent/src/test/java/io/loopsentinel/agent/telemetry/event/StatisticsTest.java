package io.loopsentinel.agent.telemetry.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is counted by names that a model has made up. */
class StatisticsTest {

  private final Statistics statistics = new Statistics();

  @Test
  void countsByNamesThatCanBeShownOnOneLine() {
    // when
    statistics.stopped("search\u001b[31m\nread", "repeat");
    statistics.stopped("x".repeat(1 << 20), "repeat");

    // then
    assertThat(statistics.stoppedByTool())
        .containsOnlyKeys("search\\u001b[31m\\nread", "x".repeat(100) + "...");
  }

  @Test
  void countsToolsBeyondAThousandTogether() {
    // when
    for (int i = 0; i < 1_100; i++) {
      statistics.stopped("tool " + i, "repeat");
    }

    // then
    assertThat(statistics.stoppedByTool()).hasSize(1_001).containsEntry("(others)", 100L);
  }
}
