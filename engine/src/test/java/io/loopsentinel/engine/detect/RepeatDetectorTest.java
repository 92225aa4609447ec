package io.loopsentinel.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.call.CallForm;
import io.loopsentinel.engine.call.Responses;
import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the results of equal calls are compared. */
class RepeatDetectorTest {

  private final SessionHistory session =
      new SessionHistory(
          HistorySizes.of(
              EngineSettings.DEFAULT,
              Detectors.of(
                  EngineSettings.DEFAULT,
                  new ToolRules(EngineSettings.DEFAULT),
                  new Budgets(BudgetSettings.NONE, new SpendingStore()))));
  private final RepeatDetector detector = new RepeatDetector(RepeatDetector.Settings.DEFAULT);

  @Test
  void tellsEqualResultsFromThoseThatAreEqualButForVolatileTokens() {
    ran(new Call.Result(1, 9, 5, 5, 0, Outcome.Kind.ANSWER));
    ran(new Call.Result(1, 9, 5, 5, 0, Outcome.Kind.ANSWER));
    ran(new Call.Result(1, 9, 5, 5, 0, Outcome.Kind.ANSWER));
    assertThat(judged().results()).isEqualTo(ResultMatch.EQUAL);

    ran(new Call.Result(2, 9, 5, 5, 0, Outcome.Kind.ANSWER));
    assertThat(judged().results()).isEqualTo(ResultMatch.EQUAL_NORMALISED);
  }

  @Test
  void tellsResultsThatShowNothingNew() {
    ran(new Call.Result(1, 9, 5, 5, 0, Outcome.Kind.ANSWER));
    ran(new Call.Result(2, 8, 5, 5, 0, Outcome.Kind.ANSWER));
    ran(new Call.Result(3, 7, 5, 5, 0, Outcome.Kind.ANSWER));

    assertThat(judged().results()).isEqualTo(ResultMatch.NOTHING_NEW);
  }

  @Test
  void takesResultsThatWereNotSeenForEqual() {
    session.record(call(1));
    session.record(call(1));
    session.record(call(1));

    assertThat(judged().results()).isEqualTo(ResultMatch.UNSEEN);
  }

  @Test
  void findsNothingWhileResultsChange() {
    ran(new Call.Result(1, 9, 5, 5, 0, Outcome.Kind.ANSWER));
    ran(new Call.Result(1, 9, 5, 5, 0, Outcome.Kind.ANSWER));
    ran(new Call.Result(1, 9, 6, 6, 0, Outcome.Kind.ANSWER));

    assertThat(detector.beforeCall(call(1), WordSet.EMPTY, session)).isNull();
  }

  @Test
  void countsOnWhenTheWindowIsFull() {
    for (int i = 0; i < 25; i++) {
      ran(new Call.Result(1, 9, 5, 5, 0, Outcome.Kind.ANSWER));
    }

    assertThat(judged().count()).isEqualTo(25);
  }

  /** Blocks of one, two and three calls: of a longer one, the window holds a call but twice. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void countsOnWhenTheWindowIsFullOfCallsThatTakeTurns(int calls) {
    for (int i = 0; i < 25 * calls; i++) {
      ran(call(i % calls));
    }

    assertThat(judged(call(0)).count()).isEqualTo(25);
  }

  @Test
  void countsWhatIsInTheWindowOnceTurnsAreBroken() {
    for (int i = 0; i < 50; i++) {
      ran(call(i % 2));
    }
    ran(call(2));

    assertThat(judged(call(0)).count()).isEqualTo(4);
  }

  private Finding judged() {
    return judged(call(1));
  }

  private Finding judged(Call call) {
    return Objects.requireNonNull(detector.beforeCall(call, WordSet.EMPTY, session));
  }

  private void ran(Call.Result result) {
    ran(call(1), result);
  }

  private void ran(Call call) {
    ran(call, new Call.Result(1, 9, 5, 5, 0, Outcome.Kind.ANSWER));
  }

  private void ran(Call call, Call.Result result) {
    session.record(call);
    call.complete(result, 0);
    call.setNovelty(Call.Novelty.NONE);
  }

  private static Call call(int number) {
    ToolRules.Rule rule = new ToolRules.Rule(ToolPolicy.DEFAULT, "default", false);
    return new Call(
        "search", rule, new Fingerprint(number, 2, 3, 4), CallForm.UNKNOWN, 0, Responses.UNKNOWN);
  }
}
