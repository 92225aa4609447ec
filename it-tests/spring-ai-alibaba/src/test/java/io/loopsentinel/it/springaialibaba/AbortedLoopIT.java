package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Where the model does not listen to two hints, the caller gets the framework's exception. Calls
 * made at once, whose exceptions are results, end the run as well; and a stream that is subscribed
 * to once more ends at once, with no further request.
 */
class AbortedLoopIT {

  @OnEachJdk
  void endsAnAgentWithTheExceptionThatHasTheError(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN)) {
      assertThat(outcome.answers()).as("%s", outcome.dispatch()).isEmpty();
      assertThat(outcome.loopRuns()).as("%s", outcome.dispatch()).isEqualTo(3);
      assertThat(outcome.log().hints())
          .as("%s", outcome.dispatch())
          .hasSize(2)
          .doesNotHaveDuplicates();
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(6);
      Failure failure = outcome.failures().get(0);
      assertThat(failure.classes())
          .as("%s", outcome.dispatch())
          .containsExactly(
              "com.alibaba.cloud.ai.graph.agent.exception.AgentException",
              ToolLoopError.class.getName());
      assertThat(failure.loops())
          .as("%s", outcome.dispatch())
          .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
    }
  }
}
