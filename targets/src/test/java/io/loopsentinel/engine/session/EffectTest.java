package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A tool that acts, whose effect happens once. */
class EffectTest {

  private static final String ONCE = "overrides: {pay: {effect: {once: [order]%s}}}";

  private Instant now = Instant.parse("2026-05-01T12:00:00Z");
  private LoopEngine engine = engine(ONCE.formatted(""));

  @Test
  void isNotRepeatedAndTheModelReadsTheEarlierResult() {
    run("main", pay(5), "Paid with transfer 77.");
    now = now.plusSeconds(60);

    assertThat(hint("main", pay(5)))
        .isEqualTo(
            "loop-detected: pay with this order was done at 2026-05-01T12:00:00Z. Its result was:"
                + " Paid with transfer 77. This call was not run. Do not repeat it: go on with"
                + " what it did.");
    assertThat(action("main", pay(6))).isNull();
  }

  @Test
  void countsACallThatIsNotRepeatedAsOneOfTheSession() {
    run("main", pay(5), "Paid.");
    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);

    assertThat(Objects.requireNonNull(engine.sessions().get("main")).calls()).isEqualTo(2);
  }

  @Test
  void isNamedByTheConfiguredArguments() {
    run("main", call("pay", Map.of("order", 5, "note", "first")), "Paid.");

    assertThat(action("main", call("pay", Map.of("order", 5, "note", "second"))))
        .isEqualTo(Action.HINT);
  }

  @Test
  void isNamedByAllArgumentsIfNoneOfThemIsThere() {
    run("main", call("pay", Map.of("invoice", 1)), "Paid.");

    assertThat(action("main", call("pay", Map.of("invoice", 2)))).isNull();
    assertThat(action("main", call("pay", Map.of("invoice", 1)))).isEqualTo(Action.HINT);
  }

  @Test
  void isNamedByAllArgumentsInItsShortForm() {
    engine = engine("overrides: {pay: {effect: once}}");
    run("main", pay(5), "Paid.");

    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);
    assertThat(action("main", pay(6))).isNull();
  }

  @Test
  void isNotRepeatedWhileItIsExecuted() {
    Decision first = engine.judge("main", pay(5));

    for (int i = 0; i < 5; i++) {
      assertThat(hint("main", pay(5)))
          .contains("pay with this order began at 2026-05-01T12:00:00Z and has not ended.")
          .contains("Wait for it, or go on with something else.");
    }
    assertThat(first.recorded()).isNotNull();
  }

  @Test
  void isUnknownAfterAFailure() {
    engine.outcomeFailed(recorded("main", pay(5)), new java.net.SocketTimeoutException("Read"));

    assertThat(hint("main", pay(5)))
        .contains("began at 2026-05-01T12:00:00Z, and its outcome is unknown.")
        .contains("It may have happened: do not repeat it, and tell the user.");
  }

  @Test
  void isUnknownIfItsOutcomeWasNotSeen() {
    engine.outcomeUnseen(recorded("main", pay(5)));

    assertThat(hint("main", pay(5))).contains("its outcome is unknown");
  }

  @Test
  void isExecutedOnceMoreIfTheModelHasLooked() {
    engine = engine(ONCE.formatted(", verify_with: find_payment"));
    engine.outcomeFailed(recorded("main", pay(5)), new IllegalStateException("time-out"));
    assertThat(hint("main", pay(5)))
        .contains("It may have happened: look with find_payment before you repeat it.");
    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);

    run("main", call("find_payment", Map.of("order", 5)), "No payment found.");

    assertThat(action("main", pay(5))).isNull();
    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);
  }

  @Test
  void isStillUnknownIfTheModelLookedInVain() {
    engine = engine(ONCE.formatted(", verify_with: find_payment"));
    engine.outcomeFailed(recorded("main", pay(5)), new IllegalStateException("time-out"));
    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);

    RecordedCall look = recorded("main", call("find_payment", Map.of("order", 5)));
    engine.outcomeFailed(look, new IllegalStateException("time-out"));

    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);
  }

  @Test
  void endsTheRunOfAModelThatInsists() {
    run("main", pay(5), "Paid.");

    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);
    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);
    assertThat(action("main", pay(5))).isEqualTo(Action.ABORT);
  }

  @Test
  void mayHappenIfTheCallBeforeWasRefused() {
    engine = engine("overrides: {pay: {effect: {once: [order]}, max_calls: {n: 1, within: 10s}}}");
    run("main", pay(5), "Paid.");
    assertThat(action("main", pay(6))).isEqualTo(Action.HINT);

    now = now.plusSeconds(10);

    assertThat(action("main", pay(6))).isNull();
  }

  @Test
  void happensOnceInEachSession() {
    run("main", pay(5), "Paid.");

    assertThat(action("other", pay(5))).isNull();
  }

  @Test
  void happensAgainAfterAReset() {
    run("main", pay(5), "Paid.");

    engine.reset("main");

    assertThat(action("main", pay(5))).isNull();
  }

  @Test
  void happensOnceForAllIfSaidSo() {
    engine = engine(ONCE.formatted(", per: global"));
    run("main", pay(5), "Paid with transfer 77.");

    assertThat(hint("other", pay(5)))
        .contains("was done at 2026-05-01T12:00:00Z. This call was not run.")
        .doesNotContain("77");
    engine.reset("main");
    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);
  }

  @Test
  void happensOnceForEachUser() {
    engine = engine(ONCE.formatted(", per: user"));
    run("one", of("ann", pay(5)), "Paid.");

    assertThat(action("two", of("ann", pay(5)))).isEqualTo(Action.HINT);
    assertThat(action("three", of("bob", pay(5)))).isNull();
  }

  @Test
  void isForgottenAfterItsTime() {
    engine = engine(ONCE.formatted(", per: global, keep: 1h"));
    run("main", pay(5), "Paid.");

    now = now.plusSeconds(3_601);

    assertThat(action("main", pay(5))).isNull();
  }

  @Test
  void happensAgainIfAPersonApprovesThat() {
    engine = engine("overrides: {pay: {effect: {once: [order]}, before: ask}}");
    ToolCall first = pay(5);
    Decision.Found asked = (Decision.Found) engine.judge("main", first);
    assertThat(asked.decisive().summary()).isEqualTo("each call of pay needs a person's approval");
    Decision.Found allowed = engine.resume("main", first, asked, Action.OBSERVE);
    engine.outcome(Objects.requireNonNull(allowed.recorded()), "Paid.");

    Decision.Found again = (Decision.Found) engine.judge("main", pay(5));

    assertThat(again.action()).isEqualTo(Action.ASK);
    assertThat(again.decisive().summary())
        .isEqualTo("pay with this order was done at 2026-05-01T12:00:00Z");
    assertThat(engine.resume("main", pay(5), again, Action.OBSERVE).recorded()).isNotNull();
  }

  @Test
  void happensOnceIfAPersonApprovesEqualCallsThatWaitTogether() {
    engine = engine("overrides: {pay: {effect: {once: [order]}, before: ask}}");
    Decision.Found one = (Decision.Found) engine.judge("main", pay(5));
    Decision.Found two = (Decision.Found) engine.judge("main", pay(5));

    assertThat(engine.resume("main", pay(5), one, Action.OBSERVE).recorded()).isNotNull();
    Decision.Found refused = engine.resume("main", pay(5), two, Action.OBSERVE);

    assertThat(refused.action()).isEqualTo(Action.HINT);
    assertThat(refused.recorded()).isNull();
    assertThat(refused.decisive().summary()).startsWith("pay with this order began at");
    assertThat(action("main", pay(5))).isEqualTo(Action.ASK);
  }

  @Test
  void refusesABatchWithoutClaimingTheOthers() {
    run("main", pay(5), "Paid.");

    List<Decision> decisions = engine.judgeBatch("main", List.of(pay(6), pay(5)));

    assertThat(decisions).hasSize(2);
    assertThat(Engines.action(decisions.get(1))).isEqualTo(Action.HINT);
    assertThat(action("main", pay(6))).isNull();
  }

  @Test
  void isClaimedByEachCallOfABatch() {
    List<Decision> decisions = engine.judgeBatch("main", List.of(pay(5), pay(6)));

    assertThat(decisions).allSatisfy(each -> assertThat(each.recorded()).isNotNull());
    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);
    assertThat(action("main", pay(6))).isEqualTo(Action.HINT);
  }

  @Test
  void isOnlyReportedInModeObserve() {
    engine.controls().setMode(Mode.OBSERVE);
    run("main", pay(5), "Paid.");

    Decision repeated = engine.judge("main", pay(5));

    assertThat(Engines.action(repeated)).isEqualTo(Action.OBSERVE);
    assertThat(repeated.recorded()).isNotNull();
  }

  @Test
  void doesNotHideInModeObserveWhatElseWouldStopItsFirstCall() {
    engine = engine("mode: observe, overrides: {pay: {effect: once, before: ask}}");

    Decision.Found found = (Decision.Found) engine.judge("main", pay(5));

    assertThat(found.decisive().rung()).isEqualTo(Action.ASK);
  }

  @Test
  void survivesAChangeOfTheConfiguration() {
    run("main", pay(5), "Paid.");
    engine = engine.withSettings(Engines.config("sentinel: {" + ONCE.formatted("") + "}"));

    assertThat(action("main", pay(5))).isEqualTo(Action.HINT);
  }

  @Test
  void namesItsSettingAndNoArguments() {
    run("main", pay(5), "Paid with transfer 77.");

    Decision.Found found = (Decision.Found) engine.judge("main", pay(5));

    assertThat(found.decisive().finding().detector()).isEqualTo("effect");
    assertThat(found.decisive().finding().setting()).isEqualTo("overrides.pay.effect");
    assertThat(found.decisive().summary())
        .isEqualTo("pay with this order was done at 2026-05-01T12:00:00Z");
  }

  private LoopEngine engine(String settings) {
    return Engines.of("sentinel: {" + settings + "}", () -> now);
  }

  private ToolCall pay(int order) {
    return call("pay", Map.of("order", order));
  }

  private ToolCall call(String tool, Map<String, ?> arguments) {
    return engine.identify(tool, arguments);
  }

  private static ToolCall of(String user, ToolCall call) {
    return call.attributed(new Attribution("", Map.of("user", user)));
  }

  private void run(String session, ToolCall call, String result) {
    engine.outcome(recorded(session, call), result);
  }

  private RecordedCall recorded(String session, ToolCall call) {
    return Objects.requireNonNull(engine.judge(session, call).recorded());
  }

  private @Nullable Action action(String session, ToolCall call) {
    return Engines.action(engine.judge(session, call));
  }

  private String hint(String session, ToolCall call) {
    Decision.Found found = (Decision.Found) engine.judge(session, call);
    return Messages.hint(engine.report(session, call, found.decisive()));
  }
}
