package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;
import jakarta.ws.rs.ServerErrorException;

/** The control: what the very same application does without the agent. */
class UnguardedLoopIT {

  /** {@code quarkus.langchain4j.ai-service.max-tool-executions}, for which Quarkus has no class. */
  @OnEachJdk
  void goesOnToTheLimitOfTenResponses(Jdk jdk) {
    assertGoesOnToTheLimit(jdk, Dispatch.CALLED, RuntimeException.class);
    assertGoesOnToTheLimit(jdk, Dispatch.WRAPPED, RuntimeException.class);
    assertGoesOnToTheLimit(jdk, Dispatch.VIRTUAL_THREAD, RuntimeException.class);
    assertGoesOnToTheLimit(jdk, Dispatch.REQUESTED, ServerErrorException.class);
  }

  @OnEachJdk
  void goesOnUntilTheModelGivesUpWhereItStreams(Jdk jdk) {
    assertGoesOnUntilTheModelGivesUp(jdk, Dispatch.STREAMED);
    assertGoesOnUntilTheModelGivesUp(jdk, Dispatch.STREAMED_TO_REQUEST);
    assertGoesOnUntilTheModelGivesUp(jdk, Dispatch.RETRIED);
    assertGoesOnUntilTheModelGivesUp(jdk, Dispatch.TOKEN_STREAM);
  }

  private static void assertGoesOnToTheLimit(
      Jdk jdk, Dispatch dispatch, Class<? extends Exception> failure) {
    Outcome outcome = SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING, dispatch);

    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).as("%s", dispatch).isEqualTo(10);
    assertThat(outcome.failures().get(0).classes()).containsExactly(failure.getName());
    assertThat(outcome.failures().get(0).loops()).isEmpty();
  }

  private static void assertGoesOnUntilTheModelGivesUp(Jdk jdk, Dispatch dispatch) {
    Outcome outcome = SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING, dispatch);

    assertThat(outcome.answers()).containsExactly(Script.EXHAUSTED);
    assertThat(outcome.log().requests())
        .as("%s", dispatch)
        .isEqualTo(ModelBehaviour.MAX_RESPONSES + 1);
  }
}
