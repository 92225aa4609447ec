package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** A tool that does not exist: the executor passes over it, and the model is asked again. */
class UnknownToolIT {

  @OnEachJdk
  void isHintedAtTheFourthTime(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.GUESSING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(5);
      assertThat(outcome.log().hints())
          .as("%s", outcome.dispatch())
          .singleElement()
          .asString()
          .contains("loop-detected", "find");
    }
  }
}
