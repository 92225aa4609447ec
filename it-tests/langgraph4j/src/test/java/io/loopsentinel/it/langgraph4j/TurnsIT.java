package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** Each response of the model, called or streamed, is a turn of the session of its graph. */
class TurnsIT {

  @OnEachJdk
  void refusesTheRequestAfterTheLastTurnAllowed(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.BROWSING)) {
      assertThat(outcome.log().requests())
          .as("%s", outcome.dispatch())
          .isEqualTo(ModelBehaviour.TURNS);
      assertEndedByBudget(outcome);
    }
  }

  @OnEachJdk
  void countsTheTokensOfAResponseBeforeItsCallsAreMade(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.VERBOSE)) {
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(1);
      assertThat(outcome.toolRuns()).as("%s", outcome.dispatch()).isZero();
      assertEndedByBudget(outcome);
    }
  }

  @OnEachJdk
  void tellsAModelThatRepeatsItselfInItsNextRequest(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.CHATTING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.log().warnings())
          .as("%s", outcome.dispatch())
          .singleElement()
          .asString()
          .contains("You have said nearly the same 4 times in a row");
    }
  }

  private static void assertEndedByBudget(Outcome outcome) {
    assertThat(outcome.failures()).as("%s", outcome).isNotEmpty();
    assertThat(outcome.failures().get(0).loops())
        .as("%s", outcome.dispatch())
        .singleElement()
        .satisfies(
            loop -> {
              assertThat(loop.status()).isEqualTo(ToolLoopError.Status.LOOP_DETECTED);
              assertThat(loop.detector()).isEqualTo("budget");
            });
  }
}
