package io.loopsentinel.it.agentscope;

import static io.loopsentinel.it.agentscope.AgentScopeScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that fails in the same way, whatever it is asked. */
class FailingToolIT {

  /** The third failure carries the warning; the hint stands instead of the sixth. */
  @OnEachJdk
  void isWarnedOfInItsResultAndThenStopped(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.FAILING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.log().hints())
          .as("%s", outcome.dispatch())
          .satisfiesExactly(
              warning ->
                  assertThat(warning)
                      .contains("The catalogue is closed", "loop-detected: search has failed 3")
                      .doesNotContain("was not run"),
              hint -> assertThat(hint).contains("search has failed 5 times", "was not run"));
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(5);
    }
  }
}
