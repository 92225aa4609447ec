package io.loopsentinel.tools.replay;

import static io.loopsentinel.tools.replay.Played.firing;
import static io.loopsentinel.tools.replay.Played.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.map;

import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

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
  void warnsIfOnlyOtherDetectorsFlaggedSolvedRuns() {
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
    assertThat(policy.limits().threshold()).isEqualTo(24);
    assertThat(policy.limits().windowSize()).isEqualTo(24);
  }

  @Test
  void appliesProposalsAsAConfigurationWithThemIsRead() {
    Suggestions suggestions = suggestions(run("a", true, 30, Map.of("poll", 24), SAME));
    String yaml = SuggestionText.of(suggestions, null, Tally.of("all", List.of()));

    ConfigResult read = new ConfigLoader(Profiles.shipped()).read(yaml, "proposals");

    assertThat(((ConfigResult.Loaded) read).config().engine().overrides())
        .singleElement()
        .extracting(override -> override.policy().limits())
        .isEqualTo(suggestions.applied().overrides().get(0).policy().limits());
  }

  @Test
  void printsANameSoThatItCanBeSeenAndReadAsYaml() {
    // given: a mark that turns a line around, a tag that nobody sees, controls, what YAML bars
    String name =
        "caf\u00e9 \uD83D\uDE00 \"\\ \u202e\u200b\u2028\ufeff\uDB40\uDC41 \n\u001b\u009b\ufffe";
    Suggestions suggestions =
        suggestions(
            run(
                "a",
                true,
                9,
                Map.of(name, 5),
                firing(5, name, "repeat", ResultMatch.EQUAL, Action.HINT)));

    String text = SuggestionText.of(suggestions, null, Tally.of("all", List.of()));

    assertThat(text)
        .contains(
            "    \"caf\u00e9 \uD83D\uDE00 \\\"\\\\"
                + " \\U0000202e\\U0000200b\\U00002028\\U0000feff\\U000e0041 \\n"
                + "\\e\\x9b\\ufffe\":\n");
    assertThat(new Load(LoadSettings.builder().build()).loadFromString(text))
        .extracting("sentinel.overrides", map(String.class, Object.class))
        .containsOnlyKeys(name);
  }

  private static Suggestions suggestions(PlayedRun... runs) {
    return Suggestions.of(SentinelConfig.DEFAULT.engine(), List.of(runs));
  }
}
