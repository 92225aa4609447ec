package io.loopsentinel.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.CallForm;
import io.loopsentinel.engine.call.Responses;
import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.engine.outcome.OutcomeReader;
import io.loopsentinel.engine.outcome.ResultMembers;
import io.loopsentinel.engine.outcome.VolatileTokens;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The memory of a session is bounded. */
class SessionHistoryTest {

  private static final HistorySizes SIZES =
      HistorySizes.of(
          EngineSettings.DEFAULT,
          Detectors.of(
              EngineSettings.DEFAULT,
              new ToolRules(EngineSettings.DEFAULT),
              new Budgets(BudgetSettings.NONE, new SpendingStore())));

  private static final Fingerprint FIRST = new Fingerprint(1, 0, 0, 0);

  private final SessionHistory session = new SessionHistory(SIZES);
  private final ResultMembers members =
      new ResultMembers("tool", IdentityRule.ALL_ARGUMENTS, new UsedPaths(UsedPaths.IN_RESULTS));
  private final OutcomeReader outcomes = new OutcomeReader(new VolatileTokens(List.of()));

  @Test
  void keepsABoundedNumberOfCalls() {
    IntStream.range(0, 1_000).forEach(number -> run("search", number));

    assertThat(session.calls().size()).isEqualTo(SIZES.calls());
  }

  @Test
  void keepsABoundedNumberOfOutcomesOfATool() {
    IntStream.range(0, 1_000).forEach(number -> run("search", number));

    assertThat(session.outcomes(call("search", 0)).latestFirst())
        .hasSize(SIZES.outcomes())
        .first()
        .satisfies(latest -> assertThat(latest.call.fingerprint().a()).isEqualTo(999));
  }

  @Test
  void forgetsTheOldestOutcomesOfTooManyTools() {
    IntStream.range(0, 1_000).forEach(number -> run("tool " + number, number));

    long kept =
        IntStream.range(0, 1_000)
            .map(number -> session.outcomes(call("tool " + number, 0)).latestFirst().size())
            .sum();
    assertThat(kept).isEqualTo(32L * SIZES.outcomes());
    assertThat(session.outcomes(call("tool 999", 0)).latestFirst()).hasSize(1);
    assertThat(session.outcomes(call("tool 0", 0)).latestFirst()).isEmpty();
  }

  @Test
  void countsCopiesOfACallInTheLatestResponse() {
    session.attribute(new Attribution("run", Map.of()));
    session.responded();
    assertThat(session.countInResponse(FIRST)).isZero();
    run("search", 1);

    assertThat(session.countInResponse(FIRST)).isEqualTo(1);
  }

  /**
   * A session may get the responses of runs that block, and only the calls of those that stream.
   */
  @Test
  void takesNoCallOfAnotherRunForACopyInTheLatestResponse() {
    session.attribute(new Attribution("run", Map.of()));
    session.responded();
    session.attribute(new Attribution("another run", Map.of()));
    session.countInResponse(FIRST);
    run("search", 1);

    assertThat(session.countInResponse(FIRST)).isZero();
    assertThat(session.responses().current()).isEqualTo(Responses.UNKNOWN);
  }

  private static Call call(String tool, int number) {
    ToolRules.Rule rule = new ToolRules.Rule(ToolPolicy.DEFAULT, "default", false);
    return new Call(
        tool, rule, new Fingerprint(number, 0, 0, 0), CallForm.UNKNOWN, 0, Responses.UNKNOWN);
  }

  private void run(String tool, int number) {
    Call call = call(tool, number);
    session.record(call);
    session.complete(
        call, outcomes.read(null, WordSet.EMPTY, "result " + number, members), true, 0);
  }
}
