package io.loopsentinel.agent.command.replay;

import static io.loopsentinel.agent.command.replay.Played.firing;
import static io.loopsentinel.agent.command.replay.Played.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.engine.detect.ResultMatch;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which overrides recorded runs speak for. */
class SuggestionsTest {

  private static final Firing SAME = firing(5, "poll", "repeat", ResultMatch.EQUAL, Action.HINT);
  private static final Firing CHANGING =
      firing(11, "poll", "repeat", ResultMatch.CHANGING, Action.HINT);
  private static final Firing STAGNATING =
      firing(8, "poll", "stagnation", ResultMatch.NOT_COMPARED, Action.HINT);

  @Test
  void loosensAToolWhoseRepeatsSolvedTheTask() {
    Suggestions suggestions =
        suggestions(
            run("a", true, 9, Map.of("poll", 5), SAME), run("b", true, 9, Map.of("poll", 7), SAME));

    Suggestions.Suggestion proposal = suggestions.proposals().get(0);
    assertThat(proposal.tool()).isEqualTo("poll");
    assertThat(proposal.threshold()).isEqualTo(7);
    assertThat(proposal.thresholdWithProgress()).isNull();
    assertThat(proposal.windowSize()).isNull();
    assertThat(proposal.reason()).isEqualTo("honest repeats in 2 runs, up to 7 calls");
  }

  @Test
  void loosensAToolWhoseResultsChangedEvenInAFailedRun() {
    Suggestions suggestions = suggestions(run("a", false, 30, Map.of("poll", 24), CHANGING));

    Suggestions.Suggestion proposal = suggestions.proposals().get(0);
    assertThat(proposal.threshold()).isNull();
    assertThat(proposal.thresholdWithProgress()).isEqualTo(24);
    assertThat(proposal.windowSize()).isEqualTo(24);
  }

  @Test
  void leavesAToolAloneThatMayHaveLoopedOnce() {
    Suggestions suggestions =
        suggestions(
            run("a", true, 9, Map.of("poll", 5), SAME), run("b", null, 9, Map.of("poll", 5), SAME));

    assertThat(suggestions.proposals()).isEmpty();
    assertThat(suggestions.leftAlone())
        .containsOnly(Map.entry("poll", "honest in 1, doubtful in 1"));
  }

  @Test
  void onlyWarnsWhereOtherDetectorsFlaggedSolvedRunsAlone() {
    Suggestions suggestions =
        suggestions(
            run("a", true, 9, Map.of(), STAGNATING), run("b", true, 9, Map.of(), STAGNATING));

    Suggestions.Suggestion proposal = suggestions.proposals().get(0);
    assertThat(proposal.action()).isEqualTo("warn");
    assertThat(proposal.threshold()).isNull();
  }

  @Test
  void oneSolvedRunDoesNotSpeakAgainstADetector() {
    Suggestions suggestions = suggestions(run("a", true, 9, Map.of(), STAGNATING));

    assertThat(suggestions.proposals()).isEmpty();
  }

  @Test
  void appliesProposalsToTheConfiguration() {
    Suggestions suggestions = suggestions(run("a", true, 30, Map.of("poll", 24), SAME));

    EngineSettings applied = suggestions.applied();

    assertThat(applied.overrides()).hasSize(1);
    assertThat(applied.overrides().get(0).tools().text()).isEqualTo("poll");
    ToolPolicy policy = applied.overrides().get(0).policy();
    assertThat(policy.threshold()).isEqualTo(24);
    assertThat(policy.windowSize()).isEqualTo(24);
    assertThat(policy.thresholdWithProgress())
        .isEqualTo(ToolPolicy.DEFAULT.thresholdWithProgress());
  }

  private static Suggestions suggestions(PlayedRun... runs) {
    return Suggestions.of(SentinelConfig.DEFAULT.engine(), List.of(runs));
  }
}
