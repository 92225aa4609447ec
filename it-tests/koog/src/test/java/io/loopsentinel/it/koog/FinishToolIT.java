package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** The tool that ends a task, which Koog executes by other means than other tools. */
class FinishToolIT {

  @OnEachJdk
  void isHintedInASubgraphWhereItFailsAgainAndAgain(Jdk jdk) {
    assertHinted(jdk, Dispatch.SUBGRAPH);
  }

  @OnEachJdk
  void isHintedInASubtaskWhereItFailsAgainAndAgain(Jdk jdk) {
    assertHinted(jdk, Dispatch.SUBTASK);
  }

  @OnEachJdk
  void mayEndOneSubgraphAfterAnotherInTheSameWay(Jdk jdk) {
    assertLeftAlone(jdk, Dispatch.SUBGRAPH);
  }

  @OnEachJdk
  void mayEndOneSubtaskAfterAnotherInTheSameWay(Jdk jdk) {
    assertLeftAlone(jdk, Dispatch.SUBTASK);
  }

  /** The third failure carries a warning. */
  private static void assertHinted(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.GARBLING, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.log().requests()).isEqualTo(5);
    assertThat(outcome.log().hints()).hasSize(2);
    assertThat(outcome.log().hints().get(0)).doesNotContain("was not run");
    assertThat(outcome.log().hints().get(1)).contains("finalize_task_result", "was not run");
  }

  private static void assertLeftAlone(Jdk jdk, Dispatch dispatch) {
    // when
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.CURT, dispatch);

    // then
    assertThat(outcome.answers()).containsExactly(ModelBehaviour.ANSWER);
    assertThat(outcome.log().requests()).isEqualTo(ModelBehaviour.CURT.tasks());
    assertThat(outcome.log().hints()).isEmpty();
  }
}
