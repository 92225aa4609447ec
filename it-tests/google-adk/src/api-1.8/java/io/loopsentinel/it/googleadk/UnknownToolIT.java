package io.loopsentinel.it.googleadk;

import static io.loopsentinel.it.googleadk.AdkScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/**
 * A tool that does not exist. ADK passes over it and asks the model the same again, so there is no
 * result in whose place it could be told: the next request tells it.
 */
class UnknownToolIT {

  @OnEachJdk
  void isFoundOutAtTheFourthCall(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.GUESSING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(5);
      assertThat(outcome.log().warnings())
          .as("%s", outcome.dispatch())
          .singleElement()
          .asString()
          .startsWith("loop-detected: find");
    }
  }

  @OnEachJdk
  void endsTheRunWhereTheModelDoesNotListen(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORNLY_GUESSING)) {
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(6);
      assertThat(outcome.failures().get(0).loops())
          .as("%s", outcome.dispatch())
          .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "find", 3, "repeat"));
    }
  }

  @OnEachJdk
  void goesOnWithoutTheAgent(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.unguarded(jdk, ModelBehaviour.GUESSING)) {
      assertThat(outcome.answers()).as("%s", outcome.dispatch()).containsExactly(Script.EXHAUSTED);
    }
  }
}
