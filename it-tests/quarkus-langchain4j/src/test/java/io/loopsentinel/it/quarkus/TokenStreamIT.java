package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.util.concurrent.CompletionException;

/**
 * The stream of LangChain4j, which Quarkus reads on event loops, and in which the model is told
 * that its calls failed.
 */
class TokenStreamIT {

  @OnEachJdk
  void comesToAnAnswer(Jdk jdk) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, Dispatch.TOKEN_STREAM);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.log().requests()).isLessThanOrEqualTo(5);
  }

  /** Mutiny wraps an error for whoever waits. */
  @OnEachJdk
  void failsWithTheError(Jdk jdk) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN, Dispatch.TOKEN_STREAM);

    // then
    assertThat(outcome.log().requests()).isEqualTo(6);
    assertThat(outcome.failures().get(0).classes())
        .containsExactly(CompletionException.class.getName(), ToolLoopError.class.getName());
  }

  @OnEachJdk
  void isNotEndedForWhatOthersDidOnTheSameEventLoop(Jdk jdk) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.SHARED, Dispatch.TOKEN_STREAM);

    // then
    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.answers()).hasSize(4).containsOnly(ModelBehaviour.ANSWER);
  }
}
