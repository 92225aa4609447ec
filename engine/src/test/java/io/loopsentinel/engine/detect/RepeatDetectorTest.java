package io.loopsentinel.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How the results of equal calls are compared. */
class RepeatDetectorTest {

  private final SessionHistory session =
      new SessionHistory(SessionHistory.Sizes.of(EngineSettings.DEFAULT, List.of()));
  private final RepeatDetector detector = new RepeatDetector(RepeatDetector.Settings.DEFAULT);

  @Test
  void tellsEqualResultsFromThoseThatAreEqualButForVolatileTokens() {
    ran(new Call.Result(1, 9, 5, 5, Outcome.Kind.ANSWER));
    ran(new Call.Result(1, 9, 5, 5, Outcome.Kind.ANSWER));
    ran(new Call.Result(1, 9, 5, 5, Outcome.Kind.ANSWER));
    assertThat(judged().results()).isEqualTo(ResultMatch.EQUAL);

    ran(new Call.Result(2, 9, 5, 5, Outcome.Kind.ANSWER));
    assertThat(judged().results()).isEqualTo(ResultMatch.EQUAL_NORMALISED);
  }

  @Test
  void tellsResultsThatShowNothingNew() {
    ran(new Call.Result(1, 9, 5, 5, Outcome.Kind.ANSWER));
    ran(new Call.Result(2, 8, 5, 5, Outcome.Kind.ANSWER));
    ran(new Call.Result(3, 7, 5, 5, Outcome.Kind.ANSWER));

    assertThat(judged().results()).isEqualTo(ResultMatch.NOTHING_NEW);
  }

  @Test
  void takesResultsThatWereNotSeenForEqual() {
    session.record(call());
    session.record(call());
    session.record(call());

    assertThat(judged().results()).isEqualTo(ResultMatch.UNSEEN);
  }

  @Test
  void findsNothingWhileResultsChange() {
    ran(new Call.Result(1, 9, 5, 5, Outcome.Kind.ANSWER));
    ran(new Call.Result(1, 9, 5, 5, Outcome.Kind.ANSWER));
    ran(new Call.Result(1, 9, 6, 6, Outcome.Kind.ANSWER));

    assertThat(detector.beforeCall(call(), session)).isNull();
  }

  @Test
  void countsOnWhenTheWindowIsFull() {
    for (int i = 0; i < 25; i++) {
      ran(new Call.Result(1, 9, 5, 5, Outcome.Kind.ANSWER));
    }

    assertThat(judged().count()).isEqualTo(25);
  }

  private Finding judged() {
    return Objects.requireNonNull(detector.beforeCall(call(), session));
  }

  private void ran(Call.Result result) {
    Call call = call();
    session.record(call);
    call.complete(result, Call.News.BROUGHT);
  }

  private static Call call() {
    ToolRules.Rule rule = new ToolRules.Rule(ToolPolicy.DEFAULT, "default", false);
    return new Call(
        "search", rule, new Fingerprint(1, 2, 3, 4), 0, SessionHistory.Responses.UNKNOWN);
  }
}
