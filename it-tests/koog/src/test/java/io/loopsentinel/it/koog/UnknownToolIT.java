package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Koog answers calls of a tool that does not exist with a result that says so, and tells the model
 * of both in the user's place.
 */
class UnknownToolIT {

  /** The third failure carries a warning. */
  @OnEachJdk
  void isWarnedOf(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.INVENTING)) {
      assertThat(outcome.answers())
          .as("%s", outcome.dispatch())
          .containsExactly(ModelBehaviour.ANSWER);
      assertThat(outcome.log().requests()).as("%s", outcome.dispatch()).isEqualTo(4);
    }
  }

  /** A tool of other dispatches does not exist in these. */
  @OnEachJdk
  void endsTheRunOfAModelThatDoesNotListen(Jdk jdk) {
    for (Outcome outcome : SCENARIOS.guarded(jdk, ModelBehaviour.GARBLING)) {
      if (!Dispatch.valueOf(outcome.dispatch()).endsByTool()) {
        assertThat(outcome.failures().get(0).loops())
            .as("%s", outcome.dispatch())
            .containsExactly(
                new Loop(ToolLoopError.Status.LOOP_DETECTED, "finalize_task_result", 3, "repeat"));
      }
    }
  }
}
