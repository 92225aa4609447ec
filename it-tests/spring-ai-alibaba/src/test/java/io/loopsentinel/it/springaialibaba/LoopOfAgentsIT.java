package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/** An agent that is asked again and again in one run. */
class LoopOfAgentsIT {

  @OnEachJdk
  void isEndedWhereTheAgentMakesTheSameCallInEachRound(Jdk jdk) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.RETURNING, Dispatch.LOOP);

    // then
    assertThat(outcome.loopRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).hasSize(2);
    assertThat(outcome.failures().get(0).loops())
        .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
  }
}
