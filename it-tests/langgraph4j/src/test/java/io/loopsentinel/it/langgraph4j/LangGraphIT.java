package io.loopsentinel.it.langgraph4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Matrix;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import org.junit.jupiter.api.condition.EnabledIf;

/** The guard on LangGraph4j, with LangChain4j or with Spring AI. */
class LangGraphIT extends FrameworkContract<Dispatch> {

  LangGraphIT() {
    super(LangGraphApplication.SCENARIOS);
  }

  /** The graph fails with the error. */
  @Override
  protected String classesOfAbort(Dispatch dispatch) {
    return "java.util.concurrent.CompletionException( .*)? " + ToolLoopError.class.getName();
  }

  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    return AgentExecutors.endsRunAtFailure(dispatch)
        ? FailingTool.ENDS_RUN
        : FailingTool.WARNED_IN_RESULT;
  }

  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return AgentExecutors.PASSES_OVER_UNKNOWN_TOOLS ? UnknownTool.HINTED : UnknownTool.ENDS_RUN;
  }

  /** With Spring AI, which takes long to start, the control is played in the full matrix alone. */
  static boolean playsControl() {
    return AgentExecutors.START_QUICKLY || Matrix.isFull();
  }

  @Override
  @OnEachJdk
  @EnabledIf("playsControl")
  protected void changesNothingInTheOutputOfAnHonestRun(Jdk jdk) {
    super.changesNothingInTheOutputOfAnHonestRun(jdk);
  }

  @Override
  @OnEachJdk
  @EnabledIf("playsControl")
  protected void aLoopGoesOnWithoutTheAgent(Jdk jdk) {
    super.aLoopGoesOnWithoutTheAgent(jdk);
  }

  /**
   * A graph ends after 25 steps, of which each call takes two, and a streamed one three in some
   * versions. An interrupted graph begins to count again each time it is resumed.
   */
  @Override
  protected void assertUnguardedLoop(Dispatch dispatch, Outcome outcome) {
    switch (dispatch) {
      case CALLED, OWN_TOOL, SUBGRAPH ->
          assertFrameworkEnds(
              outcome,
              12,
              "java.util.concurrent.CompletionException",
              IllegalStateException.class.getName());
      case STREAMED -> {
        assertThat(outcome.answers()).isEmpty();
        assertThat(outcome.toolRuns()).isIn(8, 12);
      }
      case APPROVED -> super.assertUnguardedLoop(dispatch, outcome);
    }
  }

  /** The limit of 25 steps leaves room for two volumes in turn, which are a cycle, too. */
  @Override
  @OnEachJdk
  protected void tellsAModelThatRepeatsItsWords(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.CHATTING),
        dispatch -> true,
        (dispatch, outcome) -> {
          assertAnswered(outcome);
          assertThat(outcome.log().warnings())
              .singleElement()
              .asString()
              .contains("You have said nearly the same 4 times in a row");
        });
  }

  @OnEachJdk
  void refusesTheRequestAfterTheLastTurnAllowed(Jdk jdk) {
    assertSpent(jdk, LangGraphBehaviour.UNTIRING, LangGraphBehaviour.TURNS);
  }

  @OnEachJdk
  void countsTheTokensOfAResponseBeforeItsCallsAreMade(Jdk jdk) {
    assertSpent(jdk, LangGraphBehaviour.VERBOSE, 1);
    each(
        scenarios().guarded(jdk, LangGraphBehaviour.VERBOSE),
        dispatch -> true,
        (dispatch, outcome) -> assertThat(outcome.toolRuns()).isZero());
  }

  private void assertSpent(Jdk jdk, Behaviour behaviour, int requests) {
    each(
        scenarios().guarded(jdk, behaviour),
        dispatch -> true,
        (dispatch, outcome) -> {
          assertThat(outcome.log().requests()).isEqualTo(requests);
          assertBudgetIsSpent(dispatch, outcome);
        });
  }
}
