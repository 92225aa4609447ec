package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SharedSpending;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.engine.shared.MemoryStore.Fault;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SharedBudgetsTest {

  private static final int CAP = 10;
  private static final Attribution USER = new Attribution("", Map.of("user", "ann"));

  private Instant now = Instant.EPOCH;
  private final MemoryStore store = new MemoryStore(() -> now);

  @Test
  void aCapPerUserHoldsForTheTurnsOfAllJvms() {
    List<LoopEngine> pods = pods(3);

    assertThat(turns(pods, 100)).isEqualTo(CAP);
  }

  @Test
  void aUserOfAnotherSessionUsesTheSameBudget() {
    List<LoopEngine> pods = pods(2);

    assertThat(turn(pods.get(0), "one")).isTrue();
    assertThat(turns(pods, 100)).isEqualTo(CAP - 1);
  }

  @Test
  void useWhileTheStoreIsAwayIsAddedLater() {
    List<LoopEngine> pods = pods(2);
    store.fail(Fault.AWAY);
    for (int i = 0; i < CAP / 2; i++) {
      assertThat(turn(pods.get(0), "conversation")).isTrue();
    }
    store.fail(Fault.NONE);
    assertThat(turn(pods.get(0), "conversation")).isTrue();

    assertThat(turns(List.of(pods.get(1)), 100)).isEqualTo(CAP - CAP / 2 - 1);
  }

  @Test
  void useOfManyUsersIsAddedOnceAfterTheStoreWasAway() {
    LoopEngine pod = pod();
    store.fail(Fault.AWAY);
    for (int user = 0; user < 1_000; user++) {
      Attribution labels = new Attribution("", Map.of("user", "user " + user));
      assertThat(turn(pod, "conversation " + user, labels)).isTrue();
    }
    store.fail(Fault.SLOW);
    for (int i = 0; i < 100; i++) {
      Object unused = pod.turns().judgeNext("another", USER);
    }

    LoopEngine another = pod();
    for (int user = 0; user < 1_000; user++) {
      Attribution labels = new Attribution("", Map.of("user", "user " + user));
      assertThat(another.turns().judgeNext("c " + user, labels)).isNull();
    }
    assertThat(another.standings()).extracting(Standing::used).containsOnly(1.0);
  }

  @Test
  void useIsNotAddedAgainAndAgainWhileRepliesAreLost() {
    LoopEngine pod = pod();
    store.fail(Fault.SILENT);
    assertThat(turn(pod, "conversation")).isTrue();
    for (int i = 0; i < 2 * CAP; i++) {
      Object unused = pod.turns().judgeNext("conversation", USER);
    }
    store.fail(Fault.NONE);

    assertThat(turn(pod, "conversation")).isTrue();
    assertThat(pod.standings()).extracting(Standing::used).first().isIn(2.0, 3.0);
    assertThat(turns(List.of(pod()), 100)).isGreaterThanOrEqualTo(CAP - 3);
  }

  @Test
  void aRaiseHoldsInAllJvms() {
    List<LoopEngine> pods = pods(2);
    assertThat(turns(pods, 100)).isEqualTo(CAP);

    raise(pods.get(0), 3, Duration.ofHours(1));

    assertThat(turn(pods.get(1), "another")).isTrue();
    assertThat(turns(pods, 100)).isEqualTo(2);
    assertThat(pods.get(0).standings()).extracting(Standing::cap).containsExactly(CAP + 3.0);
    assertThat(pods.get(1).standings()).extracting(Standing::cap).containsExactly(CAP + 3.0);
  }

  @Test
  void aRaiseEndsInAllJvms() {
    List<LoopEngine> pods = pods(3);
    assertThat(turns(pods, 100)).isEqualTo(CAP);
    raise(pods.get(0), 50, Duration.ofHours(1));
    now = now.plus(Duration.ofMinutes(59));
    assertThat(turns(pods.subList(0, 2), 10)).isEqualTo(10);

    now = now.plus(Duration.ofMinutes(1));

    assertThat(pods).noneMatch(pod -> turn(pod, "another"));
    assertThat(pods)
        .flatExtracting(LoopEngine::standings)
        .extracting(Standing::cap)
        .containsExactly(CAP + 0.0, CAP + 0.0, CAP + 0.0);
  }

  @Test
  void aRaiseThatHasEndedRaisesNothing() {
    List<LoopEngine> pods = pods(2);
    assertThat(turns(pods, 100)).isEqualTo(CAP);

    raise(pods.get(0), 3, Duration.ofSeconds(-1));

    assertThat(pods).noneMatch(pod -> turn(pod, "another"));
  }

  @Test
  void aRaiseThatTheStoreMayNotHaveIsRefused() {
    LoopEngine pod = pod();
    store.fail(Fault.AWAY);

    assertThatThrownBy(() -> raise(pod, 3, Duration.ofMinutes(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("store");
  }

  @Test
  void theStandingOfAnAccountIsThatOfAllJvms() {
    List<LoopEngine> pods = pods(2);
    for (int i = 0; i < 3; i++) {
      assertThat(turn(pods.get(i % 2), "conversation")).isTrue();
    }

    assertThat(pods.get(0).standings()).extracting(Standing::used).containsExactly(3.0);
  }

  private void raise(LoopEngine pod, double turns, Duration time) {
    pod.budgets()
        .store()
        .raise(new Raise("users", "ann", Measure.TURNS, turns, now.plus(time), "a demo"));
  }

  /** Returns how many turns were allowed, taken by the engines in turn. */
  private static int turns(List<LoopEngine> pods, int tries) {
    int allowed = 0;
    for (int i = 0; i < tries; i++) {
      allowed += turn(pods.get(i % pods.size()), "conversation") ? 1 : 0;
    }
    return allowed;
  }

  /** Asks the model if that is allowed; returns whether it was. */
  private static boolean turn(LoopEngine engine, String session) {
    return turn(engine, session, USER);
  }

  private static boolean turn(LoopEngine engine, String session, Attribution user) {
    if (engine.turns().judgeNext(session, user) != null) {
      return false;
    }
    Object unused = engine.turns().judge(session, new ModelTurn(null, 1, 0, 1, "m", user));
    return true;
  }

  private List<LoopEngine> pods(int count) {
    return Stream.generate(this::pod).limit(count).toList();
  }

  private LoopEngine pod() {
    Budget perUser =
        new Budget(
            "users",
            "user",
            Budget.Window.DAY,
            Map.of(Measure.TURNS, (double) CAP),
            0,
            null,
            ZoneId.of("UTC"));
    BudgetSettings budgets = new BudgetSettings(List.of(perUser), BudgetSettings.NONE.prices());
    EngineSettings settings = Pod.settings(budgets, Pod.SETTINGS.sessions());
    return new LoopEngine(
            settings,
            new RuntimeSwitches(settings.mode()),
            new Fingerprinter(FieldAccess.toOpenPackages()),
            eviction -> {},
            new SharedSpending(store, () -> now),
            () -> now)
        .sharing(new Sharing(store, "pod"));
  }
}
