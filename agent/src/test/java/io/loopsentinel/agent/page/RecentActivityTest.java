package io.loopsentinel.agent.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.management.SentinelMXBean.SessionStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The activity kept for the live page. */
class RecentActivityTest {

  private static final Instant NOW = Instant.parse("2026-11-22T08:31:12Z");

  private final RecentActivity activity = new RecentActivity(turn -> 0.25);

  @Test
  void showsAFindingWithTheCallsThatLedToIt() {
    activity.trace(ran("c-7", 1, "aa"));
    activity.trace(ran("c-8", 2, "cc"));
    activity.trace(ran("c-7", 3, "aa"));

    activity.accept(found("c-7", "aa"));

    Map<String, Object> finding = activity.findings().get(0);
    assertThat(finding)
        .containsEntry("reason", "search called again")
        .containsEntry("setting", "overrides.search.threshold");
    assertThat(finding.get("calls")).asInstanceOf(LIST).extracting("began").containsExactly(1L, 3L);
  }

  @Test
  void showsTheHintInsteadOfTheResult() {
    activity.accept(found("c-7", "aa"));

    activity.accept(event(LoopEvent.Type.TOOL_RESULT, "c-7", "aa", "loop-detected: stop"));

    assertThat(activity.findings())
        .singleElement()
        .extracting("message")
        .isEqualTo("loop-detected: stop");
  }

  @Test
  void namesTheConversationOfARun() {
    activity.trace(ran("run 3", 1, "aa"));

    assertThat(activity.sessions(Map.of("run 3", status("run 3", "c-7"))))
        .singleElement()
        .extracting("conversation")
        .isEqualTo("c-7");
  }

  @Test
  void showsNoWordsOfACall() {
    Map<String, Object> traced = new HashMap<>(ran("c-7", 1, "aa"));
    traced.put("words", "uVmwhemuC1o=");
    traced.put("result", Map.of("raw", "e6f54ca33fb99d56"));

    activity.trace(traced);

    assertThat(activity.sessions(Map.of("c-7", status("c-7", ""))))
        .singleElement()
        .satisfies(
            session -> {
              assertThat(session).containsEntry("known", true).containsEntry("ended", true);
              assertThat(session.get("calls"))
                  .asInstanceOf(LIST)
                  .singleElement()
                  .asInstanceOf(MAP)
                  .containsOnlyKeys(
                      "time", "began", "ended", "tool", "fingerprint", "decision", "outcome");
            });
  }

  @Test
  void forgetsTheOldestSessionsCallsAndFindings() {
    for (int i = 0; i < 200; i++) {
      activity.trace(ran("many", i, "aa"));
      activity.trace(ran("s" + i, i, "aa"));
      activity.accept(found("many", "aa"));
    }

    assertThat(activity.findings()).hasSize(RecentActivity.MAX_FINDINGS);
    assertThat(activity.sessions(Map.of()))
        .hasSize(RecentActivity.MAX_SESSIONS)
        .first()
        .extracting(session -> session.get("name"))
        .isEqualTo("many");
    assertThat(activity.sessions(Map.of()))
        .filteredOn(session -> "many".equals(session.get("name")))
        .singleElement()
        .extracting(session -> session.get("calls"))
        .asInstanceOf(LIST)
        .hasSize(RecentActivity.MAX_CALLS);
  }

  @Test
  void addsUpWhatASessionUses() {
    for (int i = 0; i < 70; i++) {
      activity.trace(ran("c-7", i, "aa"));
    }
    activity.trace(
        Map.of(
            "type",
            "turn",
            "time",
            NOW.plusSeconds(5).toString(),
            "session",
            "c-7",
            "input_tokens",
            900L,
            "output_tokens",
            80L));

    assertThat(activity.sessions(Map.of()))
        .singleElement()
        .asInstanceOf(MAP)
        .containsEntry("count", 70L)
        .containsEntry("first", NOW.toString())
        .containsEntry("last", NOW.plusSeconds(5).toString())
        .containsEntry("tokens", 980L)
        .containsEntry("cost_usd", 0.25);
    assertThat(activity.minutes()).containsExactly(new long[] {NOW.getEpochSecond() / 60, 70, 0});
  }

  @Test
  void forgetsASessionThatIsReset() {
    activity.trace(ran("c-7", 1, "aa"));

    activity.accept(event(LoopEvent.Type.SESSION_RESET, "c-7", "aa", null));

    assertThat(activity.sessions(Map.of())).isEmpty();
  }

  @Test
  void remembersWhenFindingsWereMadeForLonger() {
    for (int i = 0; i < 1_100; i++) {
      activity.accept(found("c-7", "aa"));
    }

    assertThat(activity.points())
        .hasSize(1_000)
        .containsOnly(Map.of("time", NOW.toString(), "detector", "repeat", "tool", "search"));
  }

  private static Map<String, Object> ran(String session, long order, String fingerprint) {
    return Map.of(
        "type",
        "call",
        "time",
        NOW.toString(),
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
    return new LoopEventBuilder(type, "search called again")
        .time(NOW)
        .session(session)
        .tool("search")
        .target("acme")
        .loop("repeat", fingerprint, List.of("search"))
        .found(1, 3, 3)
        .action("hint", null)
        .setting("overrides.search.threshold")
        .message(message)
        .callsStopped(1)
        .build();
  }

  private static SessionStatus status(String name, String conversation) {
    return new SessionStatus(name, conversation, Map.of(), 1, "", true, List.of());
  }
}
