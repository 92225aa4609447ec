package io.loopsentinel.engine.response;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.engine.detect.CycleDetector;
import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.settings.Action;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LoopErrorsTest {

  private static final Evidence FAILURE = new ErrorDetector.Failures("secret of the tool");

  @Test
  void theErrorNamesTheSettingAndNoArguments() {
    ToolLoopError error =
        LoopErrors.error(Reports.repeat(ResultMatch.EQUAL).policy(null, null).build(), false, null);

    assertThat(error)
        .hasMessage(
            "loop-detected: get_weather called again after 3 matching calls (repeat, threshold 3,"
                + " session s1). This call of get_weather was aborted. To allow more, raise"
                + " overrides.get_weather.threshold.");
    assertThat(error.status()).isEqualTo(ToolLoopError.Status.CALL_ABORTED);
    assertThat(error.fingerprint())
        .isEqualTo("0000000000000001000000000000000200000000000000030000000000000004");
  }

  @Test
  void theLastRungOfALadderThatAbortsIsTheEndOfTheLoop() {
    LoopReport last =
        Reports.repeat(ResultMatch.EQUAL).rung(Action.ABORT).occurrence(3, Action.ABORT).build();
    LoopReport terminatesNext =
        Reports.repeat(ResultMatch.EQUAL)
            .rung(Action.ABORT)
            .occurrence(3, Action.TERMINATE)
            .build();

    assertThat(LoopErrors.error(last, false, null).status())
        .isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
    assertThat(LoopErrors.error(terminatesNext, false, null).status())
        .isEqualTo(ToolLoopError.Status.CALL_ABORTED);
  }

  @Test
  void aHintThatCouldNotBeGivenIsNotTheEndOfTheLoop() {
    LoopReport hint = Reports.repeat(ResultMatch.EQUAL).occurrence(2, Action.ABORT).build();

    assertThat(LoopErrors.error(hint, false, "no text").status())
        .isEqualTo(ToolLoopError.Status.CALL_ABORTED);
  }

  @Test
  void aToolNameThatAModelMadeUpCannotForgeALineOfALog() {
    LoopReport report =
        Reports.of("cycle", new CycleDetector.Rounds(ResultMatch.EQUAL, 3, List.of()))
            .tools("edit\n[app] all is well", "\u001b[31mtest")
            .build();

    assertThat(LoopErrors.error(report, true, null).getMessage()).doesNotContain("\n", "\u001b");
  }

  @Test
  void theErrorTellsWhyTheOverrideExists() {
    LoopReport report =
        Reports.repeat(ResultMatch.EQUAL).count(1, 1).reason("Search should converge.").build();

    assertThat(LoopErrors.error(report, false, null))
        .hasMessageContaining(
            "get_weather called again after 1 matching call [Search should converge.] (repeat,");
  }

  @Test
  void theErrorOfAnEndedSessionTellsWhatEndedIt() {
    LoopReport report =
        Reports.of("cycle", new CycleDetector.Rounds(ResultMatch.EQUAL, 3, List.of()))
            .tools("edit", "test")
            .build();

    ToolLoopError error = LoopErrors.error(report, true, null);

    assertThat(error)
        .hasMessage(
            "loop-detected: session s1 is ended: edit -> test came round 3 times in a row (cycle,"
                + " threshold 3). Its calls and turns are refused until it is reset. To allow more,"
                + " raise default.threshold.");
    assertThat(error.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
    assertThat(error.cycle()).containsExactly("edit", "test");
  }

  @ParameterizedTest
  @MethodSource("io.loopsentinel.engine.detect.Detectors#names")
  void noErrorHoldsWhatTheToolOrTheModelWrote(String detector) {
    LoopReport report = Reports.of(detector, FAILURE).build();

    assertThat(LoopErrors.error(report, false, null).toString())
        .contains(detector)
        .doesNotContain("secret", "Paris");
  }

  @Test
  void theTextOfAFindingHoldsNothingTheToolWrote() {
    Finding finding = Reports.of("error", FAILURE).build().finding();

    assertThat(finding.toString()).doesNotContain("secret");
  }
}
