package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import io.loopsentinel.engine.shared.MemoryStore.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;

/** Effects of tools that several JVMs share through a store. */
class SharedEffectsTest {

  private static final int CALLS = 10_000;
  private static final int EFFECTS = 1_500;

  private Instant now = Instant.parse("2026-05-01T12:00:00Z");
  private final MemoryStore store = new MemoryStore(() -> now);
  private final LoopEngine one = engine(store, Budget.SESSION);
  private final LoopEngine two = engine(store, Budget.SESSION);

  @Test
  void happenOnceInAllJvms() {
    Decision.Found unused = one.outcome(recorded(one, "c-1", 5), "Paid with transfer 77.");

    assertThat(hint(two, "c-1", 5))
        .contains("pay with this order was done at 2026-05-01T12:00:00Z.")
        .doesNotContain("77");
    assertThat(hint(one, "c-1", 5)).contains("Its result was: Paid with transfer 77.");
    assertThat(runs(two, "c-2", 5)).isTrue();
  }

  @Test
  void happenOnceInASessionThatGoesOnForHours() {
    Decision.Found unused = one.outcome(recorded(one, "c-1", 5), "Paid with transfer 77.");
    for (int i = 0; i < 10; i++) {
      now = now.plus(Duration.ofMinutes(20));
      Decision other = one.judge("c-1", one.identify("look", Map.of("page", i)));
      assertThat(Pod.runs(other)).isTrue();
    }

    assertThat(hint(one, "c-1", 5)).contains("was done at 2026-05-01T12:00:00Z.");
  }

  @Test
  void areUnknownToAJvmThatDoesNotSeeTheirEnd() {
    RecordedCall unused = recorded(one, "c-1", 5);

    assertThat(hint(two, "c-1", 5)).contains("its outcome is unknown");
    assertThat(hint(one, "c-1", 5)).contains("has not ended");
  }

  @Test
  void areUnknownAfterManyCallsThatNeverEnd() {
    RecordedCall unused = recorded(one, "c-1", 5);
    for (int order = 0; order < 10_000; order++) {
      unused = recorded(one, "c-2-" + order, order);
    }

    assertThat(hint(one, "c-1", 5)).contains("its outcome is unknown");
    assertThat(hint(one, "c-2-9999", 9_999)).contains("has not ended");
  }

  @Test
  void doNotHappenWhileTheStoreIsAway() {
    store.fail(Fault.AWAY);

    assertThat(hint(one, "c-1", 5))
        .contains("It cannot be checked at the moment whether pay with this order was done.")
        .contains("Try again later");
    assertThat(found(one, "c-1", 5).decisive().finding().detector()).isEqualTo("store");
    store.fail(Fault.NONE);
    assertThat(runs(one, "c-1", 5)).isTrue();
  }

  @Test
  void mayHappenAfterAClaimWhoseReplyWasLost() {
    store.fail(Fault.SILENT);
    assertThat(runs(one, "c-1", 5)).isFalse();
    store.fail(Fault.NONE);

    assertThat(runs(one, "c-1", 5)).isTrue();
    assertThat(runs(two, "c-1", 5)).isFalse();
  }

  @Test
  void areDoneInAllJvmsAlthoughTheReplyOfTheirEndWasLost() {
    RecordedCall recorded = recorded(one, "c-1", 5);
    store.fail(Fault.AWAY);
    Decision.Found unused = one.outcome(recorded, "Paid.");
    store.fail(Fault.NONE);

    assertThat(hint(one, "c-1", 5)).contains("was done at");
    assertThat(hint(two, "c-1", 5)).contains("was done at");
  }

  @Test
  void happenAgainInAllJvmsAfterAReset() {
    Decision.Found unused = one.outcome(recorded(one, "c-1", 5), "Paid.");

    assertThat(two.reset("c-1")).isFalse();
    assertThat(runs(one, "c-1", 5)).isTrue();
  }

  @Test
  void beginWithACallThatWasPostponed() {
    RecordedCall first = recorded(one, "c-1", 5);
    one.notBegun(first);
    RecordedCall second = recorded(two, "c-1", 5);
    two.notBegun(second);

    assertThat(two.begin("c-1", second)).isNull();
    assertThat(Objects.requireNonNull(one.begin("c-1", first)).action()).isEqualTo(Action.HINT);
    Decision.Found unused = two.outcome(second, "Paid.");

    assertThat(hint(one, "c-1", 5)).contains("was done at");
  }

  @Test
  void areRememberedIfARepetitionIsPostponed() {
    Decision.Found unused = one.outcomeFailed(recorded(one, "c-1", 5), "time-out");
    Decision again = one.allow("c-1", pay(one, 5));

    one.notBegun(Objects.requireNonNull(again.recorded()));
    assertThat(runs(two, "c-1", 5)).isFalse();

    assertThat(one.begin("c-1", again.recorded())).isNull();
    unused = one.outcome(again.recorded(), "Paid.");
    assertThat(hint(two, "c-1", 5)).contains("was done at");
  }

  @Test
  void haveTheStepsByWhichJvmsOfOtherVersionsKnowThem() {
    Decision.Found unused = one.outcome(recorded(one, "c-1", 5), "Paid.");
    unused = one.outcomeFailed(recorded(one, "c-1", 6), "time-out");

    assertThat(store.events("effects\nsession\nc-1"))
        .extracting(event -> event[0] + " " + (char) event[1])
        .containsExactly("1 c", "1 d", "1 c", "1 l");
  }

  @Test
  void areNoSessionsInReports() throws Exception {
    Decision.Found unused = one.outcome(recorded(one, "c-1", 5), "Paid.");

    assertThat(new Sharing(store, "pod").sessions(100))
        .extracting(Sharing.SharedSession::name)
        .containsExactly("c-1");
  }

  @Test
  void happenOnceWhateverTimesOutIsRetriedOrRunsInParallel() throws Exception {
    AtomicIntegerArray executed = new AtomicIntegerArray(EFFECTS);
    Random random = new Random(7);
    SharedStore flaky = new FlakyStore(new MemoryStore(() -> now), random, 3);
    List<LoopEngine> jvms =
        List.of(engine(flaky, Budget.GLOBAL), engine(flaky, Budget.GLOBAL), alone());
    ExecutorService threads = Executors.newFixedThreadPool(8);
    List<Callable<Boolean>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      int order = i * EFFECTS / CALLS; // Calls of one effect follow each other.
      String session = "c-" + random.nextInt(50);
      // The last engine is by itself, so that it has effects of its own.
      LoopEngine jvm = jvms.get(order % 3 == 2 ? 2 : random.nextInt(2));
      int end = random.nextInt(3);
      calls.add(() -> play(jvm, session, order, end, executed));
    }

    for (Future<Boolean> each : threads.invokeAll(calls)) {
      boolean unused = each.get();
    }
    threads.shutdown();

    int happened = 0;
    for (int order = 0; order < EFFECTS; order++) {
      assertThat(executed.get(order)).as("executions of order %d", order).isLessThanOrEqualTo(1);
      happened += executed.get(order);
    }
    assertThat(happened).isGreaterThan(EFFECTS * 3 / 4);
  }

  private static boolean play(
      LoopEngine jvm, String session, int order, int end, AtomicIntegerArray executed) {
    Decision decision = jvm.judge(session, pay(jvm, order));
    RecordedCall recorded = decision.recorded();
    if (!Pod.runs(decision)) {
      return false;
    }
    executed.incrementAndGet(order);
    if (recorded != null && end == 0) {
      Decision.Found unused = jvm.outcome(recorded, "Paid.");
    } else if (recorded != null && end == 1) {
      Decision.Found unused = jvm.outcomeFailed(recorded, "time-out");
    }
    return true; // Or its outcome is never seen.
  }

  private LoopEngine alone() {
    return new LoopEngine(
        settings(Budget.GLOBAL),
        new RuntimeSwitches(Mode.ENFORCE),
        new Fingerprinter(FieldAccess.toOpenPackages()),
        eviction -> {},
        new SpendingStore(),
        () -> now);
  }

  private LoopEngine engine(SharedStore shared, String per) {
    return new LoopEngine(
            settings(per),
            new RuntimeSwitches(Mode.ENFORCE),
            new Fingerprinter(FieldAccess.toOpenPackages()),
            eviction -> {},
            new SpendingStore(),
            () -> now)
        .sharing(new Sharing(shared, "pod"));
  }

  /** The settings of tools that pay once for an order. */
  static EngineSettings settings(String per) {
    IdentityRule order = IdentityRule.of(List.of(), List.of("order"), Normalisation.NONE);
    Effect effect = new Effect(order, per, Duration.ofDays(7), null);
    Limits limits = new Limits(3, 10, 10, Progress.AWARE, null, null, effect, null);
    return EngineSettings.DEFAULT.withOverrides(
        List.of(new ToolOverride(Glob.of("pay"), ToolPolicy.DEFAULT.withLimits(limits))));
  }

  private static ToolCall pay(LoopEngine engine, int order) {
    return engine.identify("pay", Map.of("order", order));
  }

  private static boolean runs(LoopEngine engine, String session, int order) {
    return Pod.runs(engine.judge(session, pay(engine, order)));
  }

  private static RecordedCall recorded(LoopEngine engine, String session, int order) {
    return Objects.requireNonNull(engine.judge(session, pay(engine, order)).recorded());
  }

  private static String hint(LoopEngine engine, String session, int order) {
    return Messages.hint(
        engine.report(session, pay(engine, order), found(engine, session, order).decisive()));
  }

  private static Decision.Found found(LoopEngine engine, String session, int order) {
    return (Decision.Found) engine.judge(session, pay(engine, order));
  }
}
