package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.view.SessionState;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Budgets that are added up per session, user and agent, in windows of time. */
class BudgetsTest {

  private final SpendingStore spending = new SpendingStore();
  private Instant now = Instant.parse("2026-11-26T10:00:00Z");
  private int calls;

  @Test
  void budgetIsSharedByAllSessionsOfAUser() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, tool_calls: 2}");

    assertThat(call(engine, "s1", user("ann"))).isNull();
    assertThat(call(engine, "s2", user("ann"))).isEqualTo(Action.WARN);
    assertThat(call(engine, "s3", user("ann"))).isEqualTo(Action.HINT);
    assertThat(call(engine, "s3", user("bob"))).isNull();
  }

  @Test
  void adviseNoFurtherCallWithTheLastOneAllowed() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, tool_calls: 2}");

    assertThat(call(engine, "s", user("ann"))).isNull();
    ToolCall last = engine.identify("search", Map.of("q", "last")).attributed(user("ann"));
    Decision.Found found = (Decision.Found) engine.judge("s", last);

    assertThat(Messages.warning(engine.report("s", last, found.decisive())))
        .contains("is used up: 2 of 2 tool calls", "If you need no further call, go on.")
        .doesNotContain("nearly", "progress");
  }

  @Test
  void leaveACallAloneThatHasNoSuchLabel() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, tool_calls: 1}");

    assertThat(call(engine, "s", Attribution.NONE)).isNull();
    assertThat(call(engine, "s", Attribution.NONE)).isNull();
  }

  @Test
  void useTheLabelReportedEarlierInTheSession() {
    LoopEngine engine =
        engine("{name: daily, per: user, window: day, tool_calls: 1, warn_at: none}");

    assertThat(call(engine, "s", user("ann"))).isNull();
    assertThat(call(engine, "s", Attribution.NONE)).isEqualTo(Action.HINT);
  }

  @Test
  void warnOnceInAWindow() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, tool_calls: 10}");

    List<@Nullable Action> today =
        IntStream.range(0, 10).mapToObj(i -> call(engine, "s" + i, user("ann"))).toList();
    now = now.plus(Duration.ofDays(1));
    List<@Nullable Action> tomorrow =
        IntStream.range(0, 10).mapToObj(i -> call(engine, "t" + i, user("ann"))).toList();

    assertThat(today).containsOnlyOnce(Action.WARN).doesNotContain(Action.HINT);
    assertThat(today.indexOf(Action.WARN)).isEqualTo(7);
    assertThat(tomorrow).isEqualTo(today);
  }

  @Test
  void endASessionUntilTheDayIsOver() {
    LoopEngine engine =
        engine("{name: daily, per: user, window: day, tokens: 100, time_zone: Europe/Berlin}");
    now = Instant.parse("2026-11-26T22:59:00Z");

    Decision.Found found = Objects.requireNonNull(turn(engine, "s", 120));

    assertThat(found.action()).isEqualTo(Action.TERMINATE);
    assertThat(call(engine, "s", user("ann"))).isEqualTo(Action.TERMINATE);
    now = Instant.parse("2026-11-26T23:00:00Z");
    assertThat(call(engine, "s", user("ann"))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"user", "session"})
  void showASessionAsEndedUntilTheDayIsOver(String per) {
    LoopEngine engine = engine("{name: daily, per: %s, window: day, tokens: 100}".formatted(per));

    Decision.Found unused = turn(engine, "s", 120);

    SessionState ended = Objects.requireNonNull(engine.sessions().get("s"));
    assertThat(ended.isTerminated()).isTrue();
    now = now.plus(Duration.ofDays(1));
    SessionState after = Objects.requireNonNull(engine.sessions().get("s"));
    assertThat(after.isTerminated()).isFalse();
    assertThat(after.last()).isEqualTo(ended.last());
  }

  @Test
  void countADayOfTwentyThreeHoursInItsZone() {
    LoopEngine engine =
        engine(
            "{name: daily, per: user, window: day, tool_calls: 1, warn_at: none, time_zone:"
                + " America/New_York}");
    now = Instant.parse("2026-03-08T05:00:00Z"); // Midnight; at 2:00 clocks are put forward.

    assertThat(call(engine, "a", user("ann"))).isNull();
    now = Instant.parse("2026-03-09T03:59:59Z");
    assertThat(call(engine, "b", user("ann"))).isEqualTo(Action.HINT);
    now = Instant.parse("2026-03-09T04:00:00Z");
    assertThat(call(engine, "c", user("ann"))).isNull();
  }

  @Test
  void countTheHourTwiceThatIsRepeated() {
    LoopEngine engine =
        engine(
            "{name: hourly, per: global, window: hour, tool_calls: 1, warn_at: none, time_zone:"
                + " Europe/Berlin}");
    now = Instant.parse("2026-10-25T00:30:00Z"); // 2:30 in summer time.

    assertThat(call(engine, "a", Attribution.NONE)).isNull();
    now = Instant.parse("2026-10-25T01:30:00Z"); // 2:30 once more.
    assertThat(call(engine, "b", Attribution.NONE)).isNull();
    now = Instant.parse("2026-10-25T01:59:00Z");
    assertThat(call(engine, "c", Attribution.NONE)).isEqualTo(Action.HINT);
  }

  @Test
  void monthsBeginInTheTimeZoneOfTheBudget() {
    LoopEngine engine =
        engine(
            "{name: monthly, per: global, window: month, tool_calls: 1, warn_at: none, time_zone:"
                + " Pacific/Auckland}");
    now = Instant.parse("2026-11-30T10:59:00Z");

    assertThat(call(engine, "a", Attribution.NONE)).isNull();
    now = Instant.parse("2026-11-30T11:00:00Z"); // The first of December there.
    assertThat(call(engine, "b", Attribution.NONE)).isNull();
  }

  @Test
  void beginAgainWithEachRun() {
    LoopEngine engine =
        engine("{name: run, per: session, window: run, tool_calls: 1, warn_at: none}");

    assertThat(call(engine, "s", new Attribution("run 1", Map.of()))).isNull();
    assertThat(call(engine, "s", new Attribution("run 1", Map.of()))).isEqualTo(Action.HINT);
    assertThat(call(engine, "s", new Attribution("run 2", Map.of()))).isNull();
  }

  @Test
  void areRaisedForATime() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, tokens: 100, warn_at: none}");
    turn(engine, "s", 120);
    assertThat(call(engine, "s", user("ann"))).isEqualTo(Action.TERMINATE);

    Instant until = now.plus(Duration.ofHours(2));
    spending.raise(new Raise("daily", "ann", Measure.TOKENS, 50, until, "a demo"));

    assertThat(call(engine, "s", user("ann"))).isNull();
    now = until;
    assertThat(call(engine, "s", user("ann"))).isNotNull();
    assertThat(spending.raises(now)).isEmpty();
  }

  @Test
  void giveBackTheCallsOfABatchThatDoesNotRun() {
    LoopEngine engine =
        engine("{name: daily, per: user, window: day, tool_calls: 2, warn_at: none}");
    List<ToolCall> batch =
        IntStream.range(0, 3)
            .mapToObj(i -> engine.identify("search", Map.of("q", i)).attributed(user("ann")))
            .toList();

    engine.judgeBatch("s", batch);

    assertThat(
            spending.get(new Account.Key("daily", "ann", "", "2026-11-26")).of(Measure.TOOL_CALLS))
        .isZero();
  }

  @Test
  void letOneOfTwoSessionsMakeTheLastCall() throws Exception {
    LoopEngine engine =
        engine("{name: daily, per: user, window: day, tool_calls: 100, warn_at: none}");
    ExecutorService threads = Executors.newFixedThreadPool(8);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<Long>> ran =
          IntStream.range(0, 8)
              .mapToObj(
                  thread ->
                      threads.submit(
                          () -> {
                            start.await();
                            return IntStream.range(0, 50)
                                .filter(i -> runs(engine, thread + "/" + i))
                                .count();
                          }))
              .toList();
      start.countDown();

      long sum = 0;
      for (Future<Long> each : ran) {
        sum += each.get();
      }
      assertThat(sum).isEqualTo(100);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void climbTheirOwnLadder() {
    LoopEngine engine =
        engine(
            "{name: soft, per: global, tool_calls: 1, warn_at: none, escalation: [observe,"
                + " abort]}");

    assertThat(call(engine, "s", Attribution.NONE)).isNull();
    assertThat(call(engine, "s", Attribution.NONE)).isEqualTo(Action.OBSERVE);
    assertThat(call(engine, "s", Attribution.NONE)).isEqualTo(Action.ABORT);
  }

  @Test
  void payLessForTokensThatTheProviderHadKept() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 1}");
    ModelTurn turn = new ModelTurn(null, 1_000_000, 900_000, 0, "small", user("ann"));

    assertThat(turn.cost(engine.budgets().settings())).isEqualTo(0.2 + 0.18);
  }

  private static boolean runs(LoopEngine engine, String session) {
    ToolCall call = engine.identify("search", Map.of("q", session)).attributed(user("ann"));
    return engine.judge(session, call) instanceof Decision.Pass;
  }

  private @Nullable Action call(LoopEngine engine, String session, Attribution whose) {
    ToolCall call = engine.identify("search", Map.of("q", calls++)).attributed(whose);
    return Engines.action(engine.judge(session, call));
  }

  private Decision.@Nullable Found turn(LoopEngine engine, String session, long tokens) {
    ModelTurn turn = new ModelTurn(null, tokens, 0, 0, "small", user("ann"));
    return engine.turns().judge(session, turn);
  }

  private static Attribution user(String name) {
    return new Attribution("", Map.of("user", name));
  }

  @Test
  void reportUsageByMostUsedFirst() {
    LoopEngine engine =
        engine(
            "{name: daily, per: user, window: day, tool_calls: 10},"
                + " {name: all, per: global, tool_calls: 100},"
                + " {name: own, per: session, tool_calls: 10}");
    call(engine, "yesterday", user("ann"));
    now = now.plus(Duration.ofDays(1));
    call(engine, "s", user("ann"));
    call(engine, "s", user("ann"));
    call(engine, "t", user("bob"));
    call(engine, "t", user("bob"));

    Instant later = now.plus(Duration.ofHours(1));
    spending.raise(new Raise("daily", "bob", Measure.TOOL_CALLS, 10, later, "a large order"));

    assertThat(engine.standings())
        .extracting(Object::toString)
        .containsExactly(
            "budget daily of ann: 2 of 10 tool_calls",
            "budget daily of bob: 2 of 20 tool_calls",
            "budget all: 5 of 100 tool_calls");
  }

  private LoopEngine engine(String budgets) {
    return Engines.of(
        "sentinel: {budget: {prices: {small: {input: 2, cached: 0.2, output: 8}}}, budgets: ["
            + budgets
            + "]}",
        spending,
        () -> now);
  }
}
