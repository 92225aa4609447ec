package io.loopsentinel.agent.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Price;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the live page remembers. */
class RecentActivityTest {

  private static final Instant NOW = Instant.parse("2026-11-22T08:31:12Z");

  private final RecentActivity activity =
      new RecentActivity(new BudgetSettings(Map.of(), Map.of("known", new Price(1, 2))));

  @Test
  void showsAFindingWithTheCallsThatLedToIt() {
    // given
    activity.trace(ran("c-7", 1, "aa"));
    activity.trace(ran("c-8", 2, "cc"));
    activity.trace(ran("c-7", 3, "aa"));

    // when
    activity.accept(found("c-7", "aa"));

    // then
    RecentActivity.Found finding = activity.findings().get(0);
    assertThat(finding.event())
        .containsEntry("reason", "search called again")
        .containsEntry("setting", "overrides.search.threshold");
    assertThat(finding.calls())
        .extracting(RecentActivity.SeenCall::decision)
        .containsExactly("run", "run", "hint");
    assertThat(finding.calls()).extracting(RecentActivity.SeenCall::id).containsOnly("aa");
  }

  @Test
  void showsWhatTheModelWasToldInTheResultsPlace() {
    // given
    activity.accept(found("c-7", "aa"));

    // when
    activity.accept(event(LoopEvent.Type.TOOL_RESULT, "c-7", "aa", "loop-detected: stop"));

    // then
    assertThat(activity.findings())
        .singleElement()
        .extracting("message")
        .isEqualTo("loop-detected: stop");
  }

  @Test
  void marksACallThatWasNotRun() {
    activity.trace(
        Map.of(
            "type",
            "call",
            "time",
            "t",
            "began",
            1L,
            "session",
            "c-7",
            "tool",
            "search",
            "fingerprint",
            "aa",
            "decision",
            "hint",
            "done",
            "abort"));

    assertThat(activity.sessions(Map.of("c-7", true)))
        .singleElement()
        .satisfies(
            session -> {
              assertThat(session).containsEntry("stopped", 1L).containsEntry("ended", true);
              assertThat(session.get("calls"))
                  .isEqualTo(
                      List.of(
                          new RecentActivity.SeenCall(
                              1, "t", "search", "aa", "abort", true, false)));
            });
  }

  @Test
  void ordersCallsByTheirBeginning() {
    activity.trace(ran("c-7", 5, "bb"));
    activity.trace(ran("c-7", 2, "aa"));

    assertThat(activity.sessions(Map.of()))
        .singleElement()
        .extracting(session -> session.get("calls"))
        .asInstanceOf(list(RecentActivity.SeenCall.class))
        .extracting(RecentActivity.SeenCall::order)
        .containsExactly(2L, 5L);
  }

  @Test
  void forgetsTheOldestSessionsCallsAndFindings() {
    // when
    for (int i = 0; i < 200; i++) {
      activity.trace(ran("many", i, "aa"));
      activity.trace(ran("s" + i, i, "aa"));
      activity.accept(found("many", "aa"));
    }

    // then
    assertThat(activity.findings()).hasSize(RecentActivity.MOST_FINDINGS);
    assertThat(activity.sessions(Map.of()))
        .hasSize(RecentActivity.MOST_SESSIONS)
        .first()
        .extracting(session -> session.get("name"))
        .isEqualTo("many");
    assertThat(activity.sessions(Map.of()))
        .filteredOn(session -> "many".equals(session.get("name")))
        .singleElement()
        .satisfies(
            session -> {
              assertThat(session).containsEntry("total", 200L);
              assertThat((List<?>) session.get("calls")).hasSize(RecentActivity.MOST_CALLS);
            });
  }

  @Test
  void forgetsASessionThatIsReset() {
    // given
    activity.trace(ran("c-7", 1, "aa"));

    // when
    activity.accept(event(LoopEvent.Type.SESSION_RESET, "c-7", "aa", null));

    // then
    assertThat(activity.sessions(Map.of())).isEmpty();
  }

  @Test
  void countsFindingsByMinuteForAnHour() {
    // given
    activity.accept(found("c-7", "aa"));
    activity.accept(found("c-8", "aa"));

    // when
    List<Map<String, Object>> later = activity.timeline(NOW.plusSeconds(120));

    // then
    assertThat(later)
        .containsExactly(Map.of("ago", 2L, "detector", "repeat", "tool", "search", "count", 2));
    assertThat(activity.timeline(NOW.plusSeconds(3_600))).isEmpty();
  }

  @Test
  void knowsWhatATurnCostsWhereItsModelHasAPrice() {
    activity.trace(turn("known"));
    activity.trace(turn("other"));

    assertThat(activity.costOfTurn()).isEqualTo(3.0);
  }

  private static Map<String, Object> turn(String model) {
    return Map.of(
        "type", "turn", "input_tokens", 1_000_000L, "output_tokens", 1_000_000L, "model", model);
  }

  private static Map<String, Object> ran(String session, long order, String fingerprint) {
    return Map.of(
        "type",
        "call",
        "time",
        "t",
        "began",
        order,
        "ended",
        order + 1,
        "session",
        session,
        "tool",
        "search",
        "fingerprint",
        fingerprint,
        "decision",
        "run",
        "outcome",
        "returned");
  }

  private static LoopEvent found(String session, String fingerprint) {
    return event(LoopEvent.Type.LOOP_DETECTED, session, fingerprint, null);
  }

  private static LoopEvent event(
      LoopEvent.Type type, String session, String fingerprint, @Nullable String message) {
    LoopEvent.Loop loop =
        new LoopEvent.Loop(
            "repeat",
            1,
            "hint",
            null,
            3,
            3,
            List.of("search"),
            fingerprint,
            "overrides.search.threshold");
    return new LoopEvent(
        type, NOW, session, null, "search", "acme", loop, "search called again", message, null, 1);
  }
}
