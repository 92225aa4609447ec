package io.loopsentinel.it.embabel;

import static io.loopsentinel.it.embabel.EmbabelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.util.List;

/**
 * A tool that does not exist. Embabel tells the model three times, and would throw at the fourth;
 * streams end at the first.
 */
class UnknownToolIT {

  @OnEachJdk(25)
  void isWarnedOfInTheThirdResult(Jdk jdk) {
    for (Outcome outcome : inLoops(SCENARIOS.guarded(jdk, ModelBehaviour.GUESSING))) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(4);
      assertThat(outcome.log().hints())
          .as("%s", outcome.dispatch())
          .singleElement()
          .asString()
          .contains("Tool 'find' does not exist", "loop-detected: find has failed 3 times");
    }
  }

  @OnEachJdk(25)
  void endsTheProcessWhereTheModelDoesNotListen(Jdk jdk) {
    for (Outcome outcome : inLoops(SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORNLY_GUESSING))) {
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(6);
      assertThat(outcome.log().hints()).as("%s", outcome.dispatch()).hasSize(3);
      assertThat(outcome.failures()).as("%s", outcome.dispatch()).hasSize(1);
    }
  }

  @OnEachJdk(25)
  void isTriedAgainWithoutTheAgent(Jdk jdk) {
    for (Outcome outcome : inLoops(SCENARIOS.unguarded(jdk, ModelBehaviour.GUESSING))) {
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(10);
      assertThat(outcome.failures().get(0).classes())
          .as("%s", outcome.dispatch())
          .containsExactly("com.embabel.agent.spi.loop.ToolNotFoundException");
    }
  }

  private static List<Outcome> inLoops(List<Outcome> outcomes) {
    return outcomes.stream()
        .filter(outcome -> Dispatch.valueOf(outcome.dispatch()) != Dispatch.STREAMED)
        .toList();
  }
}
