package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.session.view.SessionState;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests to a model for which a budget that sessions share has nothing left. */
class SpentBudgetTest {

  private final SpendingStore spending = new SpendingStore();
  private final List<Decision.Found> reported = new ArrayList<>();
  private Instant now = Instant.parse("2026-11-26T10:00:00Z");

  @Test
  void isRefusedInEachNewSessionOfTheUser() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 2}");

    // Each question is a session of its own and costs half a dollar.
    assertThat(questions(engine, "ann", 12)).isEqualTo(5);
    assertThat(questions(engine, "bob", 3)).isEqualTo(3);
    assertThat(questions(engine, "ann", 3)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"global, 5", "agent, 5", "user, 10"})
  void countsForWhomItIs(String per, int paid) {
    LoopEngine engine = engine("{name: daily, per: " + per + ", window: day, tokens: 1000000}");

    assertThat(questions(engine, "ann", 12) + questions(engine, "bob", 12)).isEqualTo(paid);
  }

  @Test
  void isRefusedWithTheTurnAfterTheLastOneAllowed() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, turns: 4}");

    assertThat(questions(engine, "ann", 12)).isEqualTo(4);
  }

  @Test
  void isSentAgainAfterMidnight() {
    LoopEngine engine =
        engine("{name: daily, per: user, window: day, cost_usd: 2, time_zone: Europe/Berlin}");
    now = Instant.parse("2026-11-26T22:59:59Z");

    assertThat(questions(engine, "ann", 12)).isEqualTo(5);
    now = Instant.parse("2026-11-26T23:00:00Z");
    assertThat(questions(engine, "ann", 12)).isEqualTo(5);
  }

  @Test
  void isNeverSentAgainWithoutAWindow() {
    LoopEngine engine = engine("{name: trial, per: user, cost_usd: 2}");

    assertThat(questions(engine, "ann", 12)).isEqualTo(5);
    now = now.plus(Duration.ofDays(400));
    assertThat(questions(engine, "ann", 12)).isZero();
  }

  @Test
  void isSentAgainWhileTheBudgetIsRaised() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 2}");
    questions(engine, "ann", 12);

    Instant until = now.plus(Duration.ofHours(2));
    spending.raise(new Raise("daily", "ann", Measure.COST_USD, 1, until, "a demo"));

    assertThat(questions(engine, "ann", 12)).isEqualTo(2);
  }

  @Test
  void isRefusedThoughTheSessionIsReset() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 2}");
    questions(engine, "ann", 12);

    engine.reset("ann 11");

    assertThat(asks(engine, "ann 11", "ann")).isFalse();
  }

  @Test
  void leavesTheSessionOpen() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 2}");

    IntStream.range(0, 9).forEach(i -> asks(engine, "one conversation", "ann"));

    assertThat(engine.sessions().values()).isNotEmpty().noneMatch(SessionState::isTerminated);
    now = now.plus(Duration.ofDays(1));
    assertThat(asks(engine, "one conversation", "ann")).isTrue();
  }

  @Test
  void comesAfterTheCallsOfTheLastTurnWereAnswered() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 0.4}");
    asks(engine, "s", "ann");

    ToolCall call = engine.identify("search", Map.of("q", 1)).attributed(whose("ann"));

    assertThat(((Decision.Found) engine.judge("s", call)).action()).isEqualTo(Action.HINT);
    assertThat(asks(engine, "s", "ann")).isFalse();
  }

  @Test
  void terminatesSessionIfRequestsAreNotSeen() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 0.4}");

    Decision.Found found = Objects.requireNonNull(engine.turns().judge("s", turn("ann")));

    assertThat(found.action()).isEqualTo(Action.TERMINATE);
  }

  @Test
  void leavesAResponseToTheUserThatIsPaid() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 2}");
    questions(engine, "ann", 12);

    assertThat(engine.turns().judgeResponse("streamed", whose("ann"))).isNull();
    Decision.Found counted = Objects.requireNonNull(engine.turns().judge("streamed", turn("ann")));

    assertThat(counted.action()).isEqualTo(Action.TERMINATE);
    assertThat(engine.standings())
        .extracting(Object::toString)
        .containsExactly("budget daily of ann: $3.00 of $2.00");
    assertThat(engine.turns().judgeResponse("streamed", whose("ann"))).isNotNull();
  }

  @Test
  void isReportedOnceForAHolderAndWindow() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 2, warn_at: none}");

    questions(engine, "ann", 12);
    questions(engine, "bob", 12);
    engine =
        engine.withSettings(
            Engines.config(yaml("{name: daily, per: user, cost_usd: 2, window: day}")));
    questions(engine, "ann", 12);
    now = now.plus(Duration.ofDays(1));
    questions(engine, "ann", 12);

    assertThat(reported)
        .flatExtracting(Decision.Found::detections)
        .filteredOn(each -> !each.finding().isReported() && !each.finding().isWarningOfBudget())
        .extracting(each -> each.finding().words().summary())
        .containsExactly(
            "budget daily of user ann is spent: 2.50 of 2.00 USD until 2026-11-27T00:00Z",
            "budget daily of user bob is spent: 2.50 of 2.00 USD until 2026-11-27T00:00Z",
            "budget daily of user ann is spent: 2.50 of 2.00 USD until 2026-11-28T00:00Z");
  }

  @Test
  void isReportedAgainAfterARaiseIsSpent() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 2, warn_at: none}");
    questions(engine, "ann", 12);
    Instant until = now.plus(Duration.ofHours(2));
    spending.raise(new Raise("daily", "ann", Measure.COST_USD, 1, until, "a demo"));
    questions(engine, "ann", 12);

    assertThat(reported)
        .extracting(each -> each.decisive().finding())
        .filteredOn(finding -> !finding.isReported())
        .extracting(Finding::limit)
        .containsExactly("$2.00", "$3.00");
  }

  @Test
  void isSentInModeObserveAndSaysWhatEnforceWouldDo() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 2}");
    engine.controls().setMode(Mode.OBSERVE);

    assertThat(questions(engine, "ann", 12)).isEqualTo(12);

    Decision.Found observed = Objects.requireNonNull(engine.turns().judgeNext("t", whose("ann")));
    assertThat(observed.action()).isEqualTo(Action.OBSERVE);
    assertThat(observed.decisive().rung()).isEqualTo(Action.ABORT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"action: warn", "escalation: [observe, warn]"})
  void isSentIfTheBudgetsOwnLadderStopsNothing(String ladder) {
    LoopEngine engine =
        engine("{name: daily, per: user, window: day, cost_usd: 2, " + ladder + "}");

    assertThat(questions(engine, "ann", 12)).isEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(strings = {"escalation: [warn, warn, abort]", "action: hint", "action: terminate"})
  void isRefusedIfTheBudgetsOwnLadderStopsAnything(String ladder) {
    LoopEngine engine =
        engine("{name: daily, per: user, window: day, cost_usd: 2, " + ladder + "}");

    assertThat(questions(engine, "ann", 12)).isEqualTo(5);
  }

  @Test
  void isCountedThoughItsSessionWasEndedWhileItWasUnderWay() {
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 2}");
    Decision.Found why = Objects.requireNonNull(endedBy(engine));

    engine.end("s", why);
    engine.turns().judge("s", turn("ann"));

    assertThat(engine.standings())
        .extracting(Object::toString)
        .contains("budget daily of ann: $0.50 of $2.00");
  }

  @Test
  void isPaidByThoseUnderWayWhenTheBudgetIsSpentAndByNoneAfterwards() throws Exception {
    int threads = 8;
    LoopEngine engine = engine("{name: daily, per: user, window: day, cost_usd: 20}");
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    int paid = 0;
    try {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        String name = "thread " + i + ", question ";
        all.add(
            pool.submit(
                () -> {
                  start.await(1, TimeUnit.MINUTES);
                  return (int)
                      IntStream.range(0, 50).filter(j -> asks(engine, name + j, "ann")).count();
                }));
      }
      for (Future<Integer> each : all) {
        paid += each.get(1, TimeUnit.MINUTES);
      }
    } finally {
      pool.shutdownNow();
    }
    // 41 turns pass the cap; each other thread may have one under way.
    assertThat(paid).isBetween(41, 41 + threads - 1);
    assertThat(questions(engine, "ann", 3)).isZero();
  }

  private static Decision.@Nullable Found endedBy(LoopEngine engine) {
    for (int i = 0; i < 10; i++) {
      ToolCall call = engine.identify("search", Map.of("q", "loops"));
      if (engine.judge("loop", call) instanceof Decision.Found found) {
        return found;
      }
    }
    return null;
  }

  /** Returns how many of some questions were paid; each is a session of one turn. */
  private int questions(LoopEngine engine, String user, int count) {
    return (int) IntStream.range(0, count).filter(i -> asks(engine, user + " " + i, user)).count();
  }

  private boolean asks(LoopEngine engine, String session, String user) {
    Decision.Found refused = engine.turns().judgeNext(session, whose(user));
    note(refused);
    if (refused != null && refused.action() != Action.OBSERVE) {
      return false;
    }
    note(engine.turns().judge(session, turn(user)));
    return true;
  }

  private void note(Decision.@Nullable Found found) {
    if (found != null && !found.afterEnd()) {
      synchronized (reported) {
        reported.add(found);
      }
    }
  }

  private static ModelTurn turn(String user) {
    return new ModelTurn(null, 250_000, 0, 0, "small", whose(user));
  }

  private static Attribution whose(String user) {
    return new Attribution("", Map.of("user", user, "agent", "librarian"));
  }

  private LoopEngine engine(String budget) {
    return Engines.of(yaml(budget), spending, () -> now);
  }

  private static String yaml(String budget) {
    return "sentinel: {budget: {prices: {small: {input: 2, output: 8}}}, budgets: ["
        + budget
        + "]}";
  }
}
