package io.loopsentinel.it.embabel;

import static io.loopsentinel.it.embabel.EmbabelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;

/**
 * The control: what the very same programs do without the agent. Here what asks the model tries
 * twice, and what runs the action as well: by default it would be 10 and 5 times.
 */
class UnguardedLoopIT {

  private static final int ATTEMPTS = 2 * 2;

  @OnEachJdk(25)
  void goesOnToEmbabelsLimitInEachAttempt(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING)) {
      if (Dispatch.valueOf(outcome.dispatch()) != Dispatch.STREAMED) {
        assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isEqualTo(20 * ATTEMPTS);
        assertThat(outcome.failures().get(0).classes())
            .as("%s", outcome.dispatch())
            .containsExactly("com.embabel.agent.spi.loop.MaxIterationsExceededException");
      }
    }
  }

  @OnEachJdk(25)
  void goesOnUntilTheModelGivesUpInAStream(Jdk jdk) {
    Outcome outcome = SCENARIOS.unguarded(jdk, ModelBehaviour.LOOPING, Dispatch.STREAMED);

    assertThat(outcome.answers()).containsExactly(Script.EXHAUSTED);
    assertThat(outcome.toolRuns()).isEqualTo(ModelBehaviour.MAX_RESPONSES);
  }
}
