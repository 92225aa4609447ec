package io.loopsentinel.it.embabel;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** The guard on Embabel. */
@OnEachJdk(25)
class EmbabelIT extends FrameworkContract<Dispatch> {

  /** Here what asks the model tries twice, and what runs the action as well. */
  private static final int ATTEMPTS = 2 * 2;

  EmbabelIT() {
    super(EmbabelScenarios.SCENARIOS);
  }

  /** A model that heeds no hint makes a new call beside the one that it repeats. */
  @Override
  protected int callsBeside(Dispatch dispatch, Behaviour behaviour) {
    return behaviour == ModelBehaviour.STUBBORN ? 1 : 0;
  }

  @Override
  protected String startOfHint(Dispatch dispatch) {
    return "loop-detected: search";
  }

  /** An exception of Embabel's ends the process, and nothing is tried again. */
  @Override
  protected String classesOfAbort(Dispatch dispatch) {
    String permanent = "com.embabel.agent.core.ActionException\\$Permanent";
    return dispatch == Dispatch.STREAMED
        ? permanent
        : "com.embabel.agent.api.validation.guardrails.GuardRailViolationException " + permanent;
  }

  /** By default what fails would be tried 10 and 5 times. */
  @Override
  protected void assertUnguardedLoop(Dispatch dispatch, Outcome outcome) {
    if (dispatch == Dispatch.STREAMED) {
      super.assertUnguardedLoop(dispatch, outcome);
    } else {
      assertFrameworkEnds(
          outcome, 20 * ATTEMPTS, "com.embabel.agent.spi.loop.MaxIterationsExceededException");
    }
  }

  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    return FailingTool.WARNED_IN_RESULT;
  }

  /** What Embabel hands on is mostly the message alone. */
  @Override
  protected String textOfFailure(Dispatch dispatch) {
    return "The catalogue is closed\n\nloop-detected: search has failed 3 times running";
  }

  /** Embabel tells the model three times, and would throw at the fourth. */
  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return dispatch == Dispatch.STREAMED ? UnknownTool.ENDS_RUN : UnknownTool.WARNED_IN_RESULT;
  }

  @Override
  protected String answerToUnknownTool(Dispatch dispatch) {
    return "Tool 'find' does not exist";
  }

  /** What the model says beside its calls is not read in a stream. */
  @Override
  protected boolean readsTurns(Dispatch dispatch) {
    return dispatch != Dispatch.STREAMED;
  }

  /** In a stream Spring AI calls the tools, where no process is known. */
  @OnEachJdk(17)
  void namesTheAgentInItsEvents(Jdk jdk) {
    assertThat(agentsOfLoops(jdk))
        .contains("TextLibrarian", "ObjectLibrarian", "ChattingLibrarian");
  }

  @OnEachJdk
  void endsTheProcessOfAModelThatGoesOnToCallAnUnknownTool(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.STUBBORNLY_GUESSING),
        dispatch -> dispatch != Dispatch.STREAMED,
        (dispatch, outcome) -> {
          assertThat(outcome.log().requests()).isEqualTo(6);
          assertThat(outcome.log().hints()).hasSize(3);
          assertThat(outcome.failures()).hasSize(1);
        });
  }

  @OnEachJdk
  void triesAnUnknownToolAgainWithoutTheAgent(Jdk jdk) {
    each(
        scenarios().unguarded(jdk, ModelBehaviour.GUESSING),
        dispatch -> dispatch != Dispatch.STREAMED,
        (dispatch, outcome) -> {
          assertThat(outcome.log().requests()).isEqualTo(10);
          assertThat(outcome.failures().get(0).classes())
              .containsExactly("com.embabel.agent.spi.loop.ToolNotFoundException");
        });
  }

  @OnEachJdk
  void judgesAStreamByItsCallsAlone(Jdk jdk) {
    assertStreamIsJudgedByItsCalls(jdk, Dispatch.STREAMED);
  }

  /** The action is tried twice: what a stream ends by is no exception of Embabel's then. */
  @OnEachJdk(17)
  @FullMatrix
  void endsLoopsByTheirTokensAndStreamsByTheirTurns(Jdk jdk) {
    assertEndedByBudget(
        jdk,
        ModelBehaviour.LOOPING,
        "{turns: 2, tokens: 1}",
        dispatch -> dispatch == Dispatch.STREAMED ? 2 * 2 : 1,
        dispatch -> dispatch == Dispatch.STREAMED ? 2 * 2 : 0);
  }
}
