package io.loopsentinel.agent.telemetry.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.targets.load.SettingsWithoutEffect.Labelled;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Statistics by names that a model may invent. */
class StatisticsTest {

  private static final Attribution BILLING = agent("billing");

  private final Statistics statistics = new Statistics();

  @Test
  void countsByNamesThatCanBeShownOnOneLine() {
    statistics.stopped("search\u001b[31m\nread", "repeat", Attribution.NONE);
    statistics.stopped("x".repeat(1 << 20), "repeat", Attribution.NONE);

    assertThat(statistics.named(Count.STOPPED_BY_TOOL))
        .containsOnlyKeys("search\\u001b[31m\\nread", "x".repeat(100) + "...");
  }

  @Test
  void countsToolsBeyondAHundredTogether() {
    for (int i = 0; i < 200; i++) {
      statistics.stopped("tool " + i, "repeat", Attribution.NONE);
    }

    assertThat(statistics.named(Count.STOPPED_BY_TOOL)).hasSize(101).containsEntry("other", 100L);
  }

  @Test
  void countsCallsAndTurnsWithEachLabel() {
    statistics.calledBy(new Attribution("", Map.of("user", "ann", "agent", "billing")));
    statistics.calledBy(new Attribution("", Map.of("user", "bob")));
    statistics.calledBy(Attribution.NONE);
    statistics.turned("m", 0, null, Attribution.NONE);

    assertThat(statistics.labelledCalls())
        .isEqualTo(new Labelled(3, Map.of("user", 2L, "agent", 1L)));
    assertThat(statistics.labelledTurns()).isEqualTo(new Labelled(1, Map.of()));
  }

  @Test
  void announcesEachPowerOfTen() {
    List<Long> milestones = new ArrayList<>();
    statistics.onMilestone(() -> milestones.add(statistics.labelledCalls().all()));

    for (int i = 0; i < 2_000; i++) {
      statistics.calledBy(Attribution.NONE);
    }

    assertThat(milestones).containsExactly(10L, 100L, 1_000L);
  }

  @Test
  void countsByAgentIfThatIsKnown() {
    statistics.calledBy(BILLING);
    statistics.calledBy(BILLING);
    statistics.calledBy(Attribution.NONE);
    statistics.stopped("search", "repeat", BILLING);
    statistics.found("repeat", "search", BILLING);
    statistics.turned("m", 1_200, 0.25, BILLING);
    statistics.turned("m", 800, 0.5, BILLING);

    assertThat(statistics.named(Count.CALLS_BY_AGENT)).containsOnly(entry("billing", 2L));
    assertThat(statistics.named(Count.STOPPED_BY_AGENT)).containsOnly(entry("billing", 1L));
    assertThat(statistics.named(Count.FINDINGS_BY_AGENT)).containsOnly(entry("billing", 1L));
    assertThat(statistics.named(Count.TOKENS_BY_AGENT)).containsOnly(entry("billing", 2_000L));
    assertThat(statistics.costByAgent()).containsOnly(entry("billing", 0.75));
  }

  @Test
  void countsAgentsBeyondAHundredTogether() {
    for (int i = 0; i < 200; i++) {
      statistics.calledBy(agent("agent " + i));
      statistics.turned("m", 1, 1.5, agent("agent " + i));
    }
    statistics.turned("m", 1, 1.5, Attribution.NONE);

    assertThat(statistics.named(Count.CALLS_BY_AGENT)).hasSize(101).containsEntry("other", 100L);
    assertThat(statistics.costByAgent()).hasSize(101).containsEntry("other", 151.5);
  }

  @Test
  void countsCallsWithoutAgent() {
    statistics.turned("m", 1, 1.5, Attribution.NONE);

    assertThat(statistics.costByAgent()).containsOnly(entry("(none)", 1.5));
  }

  @Test
  void knowsWhatATurnCostsIfItsModelHasAPrice() {
    statistics.turned("m", 1_000, 3.0, BILLING);
    statistics.turned("m", 500, 5.0, Attribution.NONE);
    statistics.turned("m", 300, null, BILLING);

    assertThat(statistics.costOfTurn()).isEqualTo(4.0);
    assertThat(statistics.tokensOfTurn()).isEqualTo(600);
  }

  @Test
  void knowsNoCostOfATurnBeforeTheFirst() {
    assertThat(statistics.costOfTurn()).isZero();
    assertThat(statistics.tokensOfTurn()).isZero();
  }

  @Test
  void countsByTheConfiguredLabel() {
    Attribution acme = new Attribution("", Map.of("tenant", "acme", "user", "ann"));
    statistics.calledBy(acme);
    statistics.countBy("tenant");

    statistics.calledBy(acme);
    statistics.calledBy(BILLING);
    statistics.stopped("search", "repeat", acme);
    statistics.turned("m", 1_200, 0.25, acme);

    assertThat(statistics.named(Count.CALLS_BY_LABEL))
        .containsOnly(entry("acme", 1L), entry("(none)", 1L));
    assertThat(statistics.named(Count.STOPPED_BY_LABEL)).containsOnly(entry("acme", 1L));
    assertThat(statistics.named(Count.TOKENS_BY_LABEL)).containsOnly(entry("acme", 1_200L));
    assertThat(statistics.costByLabel()).containsOnly(entry("acme", 0.25));

    statistics.countBy("user");

    assertThat(statistics.named(Count.CALLS_BY_LABEL)).isEmpty();
    assertThat(statistics.costByLabel()).isEmpty();
  }

  private static Attribution agent(String name) {
    return new Attribution("", Map.of("agent", name));
  }
}
