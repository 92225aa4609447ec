package io.loopsentinel.agent.response;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.config.Progress;
import io.loopsentinel.agent.config.ToolPolicy;
import io.loopsentinel.agent.detect.DetectorKind;
import io.loopsentinel.agent.detect.Finding;
import io.loopsentinel.agent.detect.LoopIdentity;
import io.loopsentinel.agent.detect.ResultMatch;
import io.loopsentinel.agent.fingerprint.Fingerprint;
import io.loopsentinel.agent.fingerprint.IdentityRule;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MessagesTest {

  @Test
  void theFirstHintSaysWhatRepeatedThatItWasNotRunAndWhatToDo() {
    LoopReport report = report(1, Action.HINT, ResultMatch.EQUAL, policy(null, null));

    assertThat(Messages.hint(report))
        .isEqualTo(
            "loop-detected: get_weather has already run 3 times with the arguments"
                + " {\"city\":\"Paris\"} and gave the same result each time. This call was not run."
                + " Do not repeat it: use the results you already have, change the arguments, use"
                + " another tool, or answer with what you know.");
  }

  @Test
  void theSecondHintNamesAlternativesAndWhatComesNext() {
    LoopReport report =
        report(2, Action.ABORT, ResultMatch.EQUAL, policy(null, "ask the user for the city"));

    assertThat(Messages.hint(report))
        .contains("If it is made once more, the run is stopped with an error.")
        .contains("Do exactly one of these instead: (1) ask the user for the city; (2) ");
  }

  @Test
  void theHintDoesNotClaimEqualResultsThatWereNotSeen() {
    LoopReport report = report(1, Action.HINT, ResultMatch.UNSEEN, policy(null, null));

    assertThat(Messages.hint(report)).doesNotContain("same result");
  }

  @Test
  void aTemplateReplacesTheTextAndKeepsTheMark() {
    LoopReport report =
        report(
            1,
            Action.HINT,
            ResultMatch.EQUAL,
            policy("Stop: {tool} ran {count}/{threshold} times in {session} {\"n\":{x}}", null));

    assertThat(Messages.hint(report))
        .isEqualTo("loop-detected: Stop: get_weather ran 3/3 times in s1 {\"n\":{x}}");
  }

  @Test
  void valuesInATemplateAreTextAndNoTemplatesThemselves() {
    LoopReport report =
        report(1, Action.HINT, ResultMatch.EQUAL, policy("loop-detected {args} $1 {reason}", null));

    assertThat(Messages.hint(report)).isEqualTo("loop-detected {\"city\":\"Paris\"} $1 ");
  }

  @Test
  void theErrorNamesTheSettingAndNoArguments() {
    ToolLoopError error =
        LoopErrors.error(report(3, Action.ABORT, ResultMatch.EQUAL, policy(null, null)), false);

    assertThat(error)
        .hasMessage(
            "loop-detected: get_weather was called again after 3 matching calls (repeat, threshold"
                + " 3, session s1). The call was aborted. To allow more, raise threshold for"
                + " get_weather.");
    assertThat(error.status()).isEqualTo(ToolLoopError.Status.CALL_ABORTED);
    assertThat(error.fingerprint())
        .isEqualTo("0000000000000001000000000000000200000000000000030000000000000004");
  }

  private static LoopReport report(
      int occurrence, Action next, ResultMatch results, ToolPolicy policy) {
    Finding finding =
        new Finding(
            new LoopIdentity(DetectorKind.REPEAT, new Fingerprint(1, 2, 3, 4)),
            3,
            3,
            List.of("get_weather"),
            results,
            "threshold");
    return new LoopReport(
        "get_weather", finding, occurrence, next, policy, "{\"city\":\"Paris\"}", "s1");
  }

  private static ToolPolicy policy(@Nullable String message, @Nullable String suggest) {
    return new ToolPolicy(
        3, 10, 10, Progress.AWARE, null, message, false, IdentityRule.ALL_ARGUMENTS, suggest, null);
  }
}
