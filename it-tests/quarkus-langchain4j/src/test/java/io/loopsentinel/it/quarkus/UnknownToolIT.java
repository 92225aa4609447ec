package io.loopsentinel.it.quarkus;

import static io.loopsentinel.it.quarkus.QuarkusScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/**
 * A tool that does not exist. The service tells the model so; in a stream Quarkus does not ask it,
 * and tells the model of a null pointer.
 */
class UnknownToolIT {

  @OnEachJdk
  void isAnsweredWithAHintAtTheFourthEqualCall(Jdk jdk) {
    assertTold(jdk, Dispatch.CALLED, 5);
    assertTold(jdk, Dispatch.REQUESTED, 5);
    assertTold(jdk, Dispatch.WRAPPED, 5);
  }

  /** The third null pointer. */
  @OnEachJdk
  void isWarnedOfInAStream(Jdk jdk) {
    assertTold(jdk, Dispatch.STREAMED, 4);
    assertTold(jdk, Dispatch.STREAMED_TO_REQUEST, 4);
  }

  @OnEachJdk
  void endsTheRunOfAModelThatDoesNotListen(Jdk jdk) {
    assertEnded(jdk, Dispatch.CALLED);
    assertEnded(jdk, Dispatch.STREAMED);
    assertEnded(jdk, Dispatch.TOKEN_STREAM);
  }

  private static void assertTold(Jdk jdk, Dispatch dispatch, int requests) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.GUESSING, dispatch);

    // then
    assertThat(outcome.answers()).as("%s", dispatch).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.log().requests()).as("%s", dispatch).isEqualTo(requests);
  }

  private static void assertEnded(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORNLY_GUESSING, dispatch);

    // then
    assertThat(outcome.log().requests()).as("%s", dispatch).isEqualTo(6);
    assertThat(outcome.failures().get(0).loops())
        .as("%s", dispatch)
        .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "find", 3, "repeat"));
  }
}
