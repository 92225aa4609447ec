package io.loopsentinel.tools.replay;

import static io.loopsentinel.tools.replay.Played.hint;
import static io.loopsentinel.tools.replay.Played.run;
import static io.loopsentinel.tools.replay.Played.warn;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counts of runs made by hand. */
class TallyTest {

  @Test
  void countsCallsAfterTheFirstFindingAndTheFirstStop() {
    Tally tally =
        Tally.of(
            "all",
            List.of(
                run("clean", 5),
                run("warned", true, 10, Map.of(), warn(3)),
                run("stopped", false, 20, Map.of(), warn(4), hint(9), hint(10))));

    assertThat(tally.runs()).isEqualTo(3);
    assertThat(tally.calls()).isEqualTo(35);
    assertThat(tally.tokens()).isEqualTo(350);
    assertThat(tally.runsEstimated()).isEqualTo(3);
    assertThat(tally.flagged().runs()).isEqualTo(2);
    assertThat(tally.flagged().solved()).isEqualTo(1);
    assertThat(tally.flagged().callsAfter()).isEqualTo(6 + 15);
    assertThat(tally.flagged().tokensAfter()).isEqualTo(200);
    assertThat(tally.stopped().runs()).isEqualTo(1);
    assertThat(tally.stopped().solved()).isZero();
    assertThat(tally.stopped().callsAfter()).isEqualTo(10);
  }

  @Test
  void countsEachDetectorByItself() {
    Tally tally = Tally.of("all", List.of(run("a", 20, warn(4), hint(9), hint(10))));

    Tally.DetectorTally error = tally.of("error");
    assertThat(error.first()).isEqualTo(1);
    assertThat(error.findings()).containsEntry("warn", 1L);
    assertThat(error.stopped().runs()).isZero();
    Tally.DetectorTally repeat = tally.of("repeat");
    assertThat(repeat.first()).isZero();
    assertThat(repeat.findings()).containsEntry("hint", 2L);
    assertThat(repeat.stopped().callsAfter()).isEqualTo(10);
    assertThat(tally.detectors()).doesNotContainKey("cycle");
  }

  @Test
  void aFindingAfterTheLastCallIsFollowedByNone() {
    Tally tally = Tally.of("all", List.of(run("a", 4, hint(4))));

    assertThat(tally.flagged().callsAfter()).isZero();
  }
}
