package io.loopsentinel.agent.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.FailureLog;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.identity.UsedPaths.Unused;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.targets.config.LogLevel;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RunSummaryTest {

  private final Statistics statistics = new Statistics();
  private final FailureLog failures =
      new FailureLog(new AgentLog(System.err, LogLevel.OFF), line -> {});
  private final RunSummary summary =
      new RunSummary(statistics, failures, List.of(), Map.of(), List.of(), List.of());

  @Test
  void isEmptyForARunWithoutFindings() {
    statistics.count(Count.CALLS, "search");

    assertThat(summary.hasFindings()).isFalse();
    assertThat(summary.lines()).containsExactly("summary: 1 call seen, 0 stopped, nothing found");
  }

  @Test
  void reportsFindingsEvenIfNothingWasStopped() {
    IntStream.range(0, 1200).forEach(i -> statistics.count(Count.CALLS, "search"));
    statistics.found("repeat", "search", Attribution.NONE);

    assertThat(summary.hasFindings()).isTrue();
    assertThat(summary.lines())
        .containsExactly("summary: 1,200 calls seen, 0 stopped; findings: repeat 1");
  }

  @Test
  void namesOverridesThatNoCallMatchedTheMisspeltOnesFirst() {
    RunSummary unused =
        new RunSummary(
            statistics,
            failures,
            List.of(),
            Map.of("archive_*", "", "serach", "search"),
            List.of(),
            List.of());

    assertThat(unused.hasFindings()).isTrue();
    assertThat(unused.lines())
        .last()
        .isEqualTo(
            "summary: overrides that matched no call: serach (search was called), archive_*");
  }

  @Test
  void isEmptyIfAToolWasNotCalled() {
    RunSummary unused =
        new RunSummary(
            statistics, failures, List.of(), Map.of("archive_*", ""), List.of(), List.of());

    assertThat(unused.hasFindings()).isFalse();
  }

  @Test
  void reportsEffectsThatWereNotRepeated() {
    statistics.stopped("create_order", "effect", Attribution.NONE);
    statistics.stopped("search", "repeat", Attribution.NONE);

    assertThat(summary.lines()).contains("summary: effects not repeated: create_order 1");
  }

  @Test
  void reportsCallsThatWouldHaveBeenStopped() {
    IntStream.range(0, 60).forEach(i -> statistics.count(Count.CALLS, "search"));
    statistics.found("repeat", "search", Attribution.NONE);
    IntStream.range(0, 20).forEach(i -> statistics.count(Count.OBSERVED_BY_TOOL, "search"));
    IntStream.range(0, 7).forEach(i -> statistics.count(Count.OBSERVED_BY_TOOL, "fetch"));

    assertThat(summary.lines())
        .last()
        .isEqualTo(
            "summary: mode enforce would have stopped 27 of 60 calls; by tool: search 20, fetch 7");
  }

  @Test
  void estimatesTheSavingFromTheMeanOfTheTurnsThatTellTheirTokens() {
    statistics.turned("m", 1000, null, Attribution.NONE);
    statistics.turned("m", 2000, null, Attribution.NONE);
    statistics.turned("m", 0, null, Attribution.NONE);
    stop("search", 2);
    stop("read", 1);

    assertThat(summary.lines())
        .containsExactly(
            "summary: 3 calls seen, 3 stopped; findings: repeat 3",
            "summary: stopped by tool: search 2, read 1; by detector: repeat 3",
            "summary: saved, by a low estimate, 3 calls and 4,500 tokens, at 1,500 a turn of the"
                + " model");
  }

  @Test
  void namesTheToolsThatWereStoppedMostAndCountsTheOthers() {
    IntStream.rangeClosed(1, 7).forEach(i -> stop("tool" + i, i));

    assertThat(summary.lines().get(1))
        .contains("by tool: tool7 7, tool6 6, tool5 5, tool4 4, tool3 3 and 2 more; by detector");
  }

  @Test
  void tellsOfFailuresThoughNothingWasFound() {
    IntStream.rangeClosed(1, 7)
        .forEach(
            i -> {
              for (int times = 0; times < i; times++) {
                failures.accept(
                    new LocatedFailure("target t" + i, "arg0 is null", "so what", null));
              }
            });

    assertThat(summary.hasFindings()).isTrue();
    assertThat(summary.lines())
        .containsExactly(
            "summary: 0 calls seen, 0 stopped, nothing found",
            "summary: failed 7 times: target t7: arg0 is null; so what",
            "summary: failed 6 times: target t6: arg0 is null; so what",
            "summary: failed 5 times: target t5: arg0 is null; so what",
            "summary: failed 4 times: target t4: arg0 is null; so what",
            "summary: failed 3 times: target t3: arg0 is null; so what",
            "summary: failed in 2 more ways");
  }

  @Test
  void namesUnusedPrecautionsOnlyIfThereIsMoreToTell() {
    List<Unused> unused =
        List.of(
            new Unused("telemetry.redact", "password", Set.of("search")),
            new Unused("detectors.volatile", "build-[0-9]+", Set.of()));
    RunSummary precautions =
        new RunSummary(statistics, failures, unused, Map.of(), List.of(), List.of());

    assertThat(precautions.hasFindings()).isFalse();
    assertThat(precautions.lines())
        .containsExactly(
            "summary: 0 calls seen, 0 stopped, nothing found",
            "summary: telemetry.redact: password matched no argument of search",
            "summary: detectors.volatile: build-[0-9]+ matched no result of the calls so far");
  }

  @Test
  void tellsStoppedCallsByAgentAndTheBudgetsThatSessionsShare() {
    statistics.stopped("search", "repeat", new Attribution("", Map.of("agent", "billing")));
    List<Standing> budgets =
        List.of(
            new Standing("daily", "ann", "", "2026-11-26", Measure.COST_USD, 0.42, 0.5),
            new Standing("all", "", "", "", Measure.TOOL_CALLS, 17, 20),
            new Standing("each", "bob", "fetch", "", Measure.CALLS_PER_TOOL, 2, 4));

    assertThat(
            new RunSummary(statistics, failures, List.of(), Map.of(), budgets, List.of()).lines())
        .contains(
            "summary: stopped by agent: billing 1",
            "summary: budget daily of ann: $0.42 of $0.50",
            "summary: budget all: 17 of 20 tool_calls",
            "summary: budget each of bob: 2 of 4 calls_per_tool (fetch)");
  }

  private void stop(String tool, int times) {
    for (int i = 0; i < times; i++) {
      statistics.count(Count.CALLS, "search");
      statistics.found("repeat", "search", Attribution.NONE);
      statistics.stopped(tool, "repeat", Attribution.NONE);
    }
  }
}
