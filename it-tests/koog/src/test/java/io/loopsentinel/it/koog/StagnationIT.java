package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that finds the same, whatever it is asked. */
class StagnationIT {

  /**
   * All but an agent that is a tool: Koog wraps what it answers in an object that begins with
   * {@code "successful": true}, which reads like an acknowledgement.
   */
  @OnEachJdk
  void isWarnedOfInTheSixthResultItself(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.BROWSING)) {
      if (Dispatch.valueOf(outcome.dispatch()) != Dispatch.AGENT_AS_TOOL) {
        assertThat(outcome.answers())
            .as("%s", outcome.dispatch())
            .containsExactly(ModelBehaviour.ANSWER);
        assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(6);
        assertThat(outcome.log().hints())
            .as("%s", outcome.dispatch())
            .singleElement()
            .asString()
            .contains("A river between two hills", "loop-detected: search");
      }
    }
  }
}
