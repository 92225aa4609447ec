package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;

/** With nothing configured, a looping model is told so in the place of the fourth result. */
class HintedLoopIT {

  @OnEachJdk
  void bringsASynchronousRunToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.SYNCHRONOUS);
  }

  @OnEachJdk
  void bringsARunWithConcurrentToolsToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.CONCURRENT);
  }

  @OnEachJdk
  void bringsAStreamingRunToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.STREAMING);
  }

  @OnEachJdk
  void bringsARunWhoseToolIsALambdaToAnAnswer(Jdk jdk) {
    assertHinted(jdk, Dispatch.LAMBDA);
  }

  @OnEachJdk
  void writesOneLinePerFinding(Jdk jdk) {
    // when
    ProgramResult result = Scenarios.guarded(jdk, ModelBehaviour.LOOPING);

    // then
    assertThat(result.agentLines()).hasSize(1 + Dispatch.values().length);
    assertThat(result.agentLines().subList(1, result.agentLines().size()))
        .allSatisfy(line -> assertThat(line).contains("search"));
  }

  private static void assertHinted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = Scenarios.outcome(Scenarios.guarded(jdk, ModelBehaviour.LOOPING), dispatch);

    // then
    assertThat(outcome.answer()).isEqualTo(ModelBehaviour.ANSWER);
    assertThat(outcome.loopRuns()).isEqualTo(3);
    assertThat(outcome.log().requests()).isEqualTo(5);
    assertThat(outcome.log().hints())
        .singleElement()
        .asString()
        .contains("loop-detected", "search", "3");
  }
}
