package io.loopsentinel.engine.detect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How the results of equal calls are compared. */
class RepeatDetectorTest {

  private final SessionHistory session =
      new SessionHistory(HistorySizes.of(EngineSettings.DEFAULT));
  private final RepeatDetector detector =
      new RepeatDetector(EngineSettings.DEFAULT.detectors().repeat());

  @Test
  void tellsEqualResultsFromThoseThatAreEqualButForVolatileTokens() {
    ran(new CallResult(1, 9, 5, false));
    ran(new CallResult(1, 9, 5, false));
    ran(new CallResult(1, 9, 5, false));
    assertThat(judged().results()).isEqualTo(ResultMatch.EQUAL);

    ran(new CallResult(2, 9, 5, false));
    assertThat(judged().results()).isEqualTo(ResultMatch.EQUAL_NORMALISED);
  }

  @Test
  void tellsResultsThatShowNothingNew() {
    ran(new CallResult(1, 9, 5, false));
    ran(new CallResult(2, 8, 5, false));
    ran(new CallResult(3, 7, 5, false));

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
    ran(new CallResult(1, 9, 5, false));
    ran(new CallResult(1, 9, 5, false));
    ran(new CallResult(1, 9, 6, false));

    assertThat(detector.beforeCall(call(), session)).isNull();
  }

  private Finding judged() {
    return Objects.requireNonNull(detector.beforeCall(call(), session));
  }

  private void ran(CallResult result) {
    Call call = call();
    session.record(call);
    call.complete(result);
  }

  private static Call call() {
    ToolRule rule = new ToolRule(ToolPolicy.DEFAULT, "default", false);
    return new Call("search", rule, new Fingerprint(1, 2, 3, 4), 0, Responses.UNKNOWN, true);
  }
}
