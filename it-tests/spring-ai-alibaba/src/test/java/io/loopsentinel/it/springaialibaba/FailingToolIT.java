package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/**
 * A tool that fails in the same way, whatever it is asked. Spring AI makes a text like any other of
 * what it throws.
 */
class FailingToolIT {

  /**
   * The third failure carries the warning; the hint stands instead of the sixth. (An agent that is
   * a tool does not fail: it answers that its own one did.)
   */
  @OnEachJdk
  void isWarnedOfInItsResultAndThenStopped(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.FAILING)) {
      Dispatch dispatch = Dispatch.valueOf(outcome.dispatch());
      if (!dispatch.isParallel() && dispatch.way() != Way.AGENT_AS_TOOL) {
        assertThat(outcome.answers()).as("%s", dispatch).containsExactly(ModelBehaviour.ANSWER);
        assertThat(outcome.log().hints()).as("%s", dispatch).hasSize(2);
        assertThat(outcome.log().hints().get(0))
            .as("%s", dispatch)
            .contains("The catalogue is closed", "loop-detected", "search has failed 3 times")
            .doesNotContain("was not run");
        assertThat(outcome.log().hints().get(1))
            .as("%s", dispatch)
            .contains("search has failed 5 times", "The catalogue is closed", "was not run");
        assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(5);
      }
    }
  }

  @OnEachJdk
  void isStoppedWhereItsCallsAreMadeAtOnce(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.FAILING)) {
      if (Dispatch.valueOf(outcome.dispatch()).isParallel()) {
        assertThat(outcome.answers())
            .as("%s", outcome.dispatch())
            .containsExactly(ModelBehaviour.ANSWER);
        assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isLessThan(20);
      }
    }
  }
}
