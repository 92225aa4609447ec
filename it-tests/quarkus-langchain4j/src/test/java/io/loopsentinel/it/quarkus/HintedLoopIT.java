package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** With nothing configured, a looping model is told so instead of the fourth result. */
class HintedLoopIT {

  @OnEachJdk
  void bringsARunToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CALLED);
  }

  @OnEachJdk
  void bringsARequestToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.REQUESTED);
  }

  @OnEachJdk
  void bringsARunWithAGuardrailToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.WRAPPED);
  }

  @OnEachJdk
  void bringsARunWithAToolOnAVirtualThreadToAnAnswer(Jdk jdk) {
    VirtualThreads.assumeOn(jdk);
    assertHinted(jdk, Dispatch.VIRTUAL_THREAD);
  }

  @OnEachJdk
  void bringsAStreamToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMED);
  }

  @OnEachJdk
  void bringsAStreamToARequestToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMED_TO_REQUEST);
  }

  private static void assertHinted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(5);
    assertThat(outcome.log().hints())
        .singleElement()
        .asString()
        .contains("loop-detected", "search", "3");
  }
}
