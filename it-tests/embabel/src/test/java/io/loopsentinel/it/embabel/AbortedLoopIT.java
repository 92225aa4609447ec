package io.loopsentinel.it.embabel;

import static io.loopsentinel.it.embabel.EmbabelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Failure;
import io.loopsentinel.it.scenario.Loop;
import io.loopsentinel.it.scenario.Outcome;

/**
 * Where the model does not listen to two hints, an exception of Embabel's ends the process, and
 * nothing is tried again. The call that goes round has a new one beside it in each response.
 */
class AbortedLoopIT {

  private static final String PERMANENT = "com.embabel.agent.core.ActionException$Permanent";

  @OnEachJdk(25)
  void endsAnActionThatGeneratesATextWithTheError(Jdk jdk) {
    assertAbortedWithTheError(jdk, Dispatch.TEXT);
  }

  @OnEachJdk(25)
  void endsAnActionThatCreatesAnObjectWithTheError(Jdk jdk) {
    assertAbortedWithTheError(jdk, Dispatch.OBJECT);
  }

  @OnEachJdk(25)
  void endsTheAnswerInAConversationWithTheError(Jdk jdk) {
    assertAbortedWithTheError(jdk, Dispatch.CHAT);
  }

  @OnEachJdk(25)
  void endsAnAgentThatCallsAnotherOneWithTheError(Jdk jdk) {
    assertAbortedWithTheError(jdk, Dispatch.AGENT_AS_TOOL);
  }

  @OnEachJdk(25)
  void endsAStreamWithTheError(Jdk jdk) {
    // when
    Failure failure = aborted(jdk, Dispatch.STREAMED);

    // then
    assertThat(failure.classes()).containsExactly(PERMANENT);
    assertOfTheLoop(failure);
  }

  @OnEachJdk(25)
  void endsALoopThatExecutesInParallelWithTheError(Jdk jdk) {
    assertAbortedWithTheError(jdk, Dispatch.PARALLEL);
  }

  private static void assertAbortedWithTheError(Jdk jdk, Dispatch dispatch) {
    // when
    Failure failure = aborted(jdk, dispatch);

    // then
    assertThat(failure.classes())
        .containsExactly(
            "com.embabel.agent.api.validation.guardrails.GuardRailViolationException", PERMANENT);
    assertOfTheLoop(failure);
  }

  private static void assertOfTheLoop(Failure failure) {
    assertThat(failure.loops())
        .containsExactly(new Loop(ToolLoopError.Status.LOOP_DETECTED, "search", 3, "repeat"));
  }

  private static Failure aborted(Jdk jdk, Dispatch dispatch) {
    Outcome outcome = SCENARIOS.guarded(jdk, ModelBehaviour.STUBBORN, dispatch);
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.loopRuns()).isEqualTo(3);
    assertThat(outcome.log().hints()).hasSize(2).doesNotHaveDuplicates();
    assertThat(outcome.log().requests()).isEqualTo(6);
    return outcome.failures().get(0);
  }
}
