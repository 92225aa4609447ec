package io.loopsentinel.engine.session;

import static io.loopsentinel.engine.settings.Action.HINT;
import static io.loopsentinel.engine.settings.Action.WARN;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.session.Run.Event;
import io.loopsentinel.engine.settings.Action;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A tool that may be repeated more often may also bring the same more often. */
class LooserOverridesTest {

  private static final String POLL =
      "sentinel: {overrides: {poll_job_status: {threshold: 20, window_size: 50}}}";
  private static final String UNCHANGED = "job 7: step 3 of 9";

  @Test
  void aPollThatStandsStillRunsAsOftenAsItsOverrideAllows() {
    Run run = polls(20, Engines.of(POLL));

    assertThat(run.events().stream().map(Event::call)).allMatch(call -> call == 19);
    assertThat(run.events().stream().map(Event::action)).containsOnly(WARN);
  }

  @Test
  void aPollIsStoppedOnceItsOverrideIsUsedUp() {
    Run run = polls(21, Engines.of(POLL));

    assertThat(run.events()).last().extracting(Event::call, Event::action).contains(20, HINT);
  }

  @Test
  void aLongResultIsGivenNoLessRoom() {
    Run run = new Run(Engines.of(POLL));

    for (int i = 0; i < 19; i++) {
      run.call("poll_job_status", Map.of("id", i), "step 3 of 9 with 12 more in line ".repeat(20));
    }

    assertThat(run.events()).isEmpty();
  }

  @Test
  void aSwitchedOffThresholdSwitchesOffTheseDetectorsForTheTool() {
    Run run = polls(60, Engines.of("sentinel: {overrides: {poll_job_status: {threshold: 0}}}"));

    assertThat(run.events()).isEmpty();
  }

  @Test
  void aTighterOverrideLeavesTheirThresholds() {
    Run run = new Run(Engines.of("sentinel: {overrides: {search: {threshold: 2}}}"));

    for (String query : List.of("a", "b", "c", "d", "e", "f")) {
      run.call(
          "search", Map.of("q", query), "the same page of results, with its header ".repeat(5));
    }

    assertThat(run.events()).containsExactly(new Event(3, WARN, "stagnation"));
  }

  @Test
  void otherToolsAreJudgedAsBefore() {
    Run run = new Run(Engines.of(POLL));

    for (String word : List.of("today", "now", "soon", "later")) {
      run.call(
          "search",
          Map.of("q", "the quick brown fox jumps over one lazy dog beside the old mill " + word),
          "nothing of interest");
    }

    assertThat(run.events()).containsExactly(new Event(3, WARN, "similar_calls"));
  }

  @Test
  void theFindingNamesTheOverride() {
    LoopEngine engine =
        Engines.of(
            """
            sentinel:
              detectors: {repeat: {enabled: false}, similar_calls: {enabled: false}}
              overrides: {"poll_*": {threshold: 8}}
            """);
    Decision.Found found = null;
    for (int i = 0; i < 8; i++) {
      assertThat(found).isNull();
      Decision.Pass pass =
          (Decision.Pass) engine.judge("main", engine.identify("poll_job", Map.of("id", 7)));
      found = engine.outcome(Objects.requireNonNull(pass.recorded()), UNCHANGED);
    }

    Finding finding = Objects.requireNonNull(found).decisive().finding();
    assertThat(finding.setting()).isEqualTo("overrides.poll_*.threshold");
    assertThat(finding.threshold()).isEqualTo(8);
    assertThat(found.action()).isEqualTo(Action.WARN);
  }

  private static Run polls(int calls, LoopEngine engine) {
    Run run = new Run(engine);
    for (int i = 0; i < calls; i++) {
      run.call("poll_job_status", Map.of("id", 7), UNCHANGED);
    }
    return run;
  }
}
