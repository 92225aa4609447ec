package io.loopsentinel.it.springaialibaba;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** The guard on Spring AI Alibaba. */
class AlibabaIT extends FrameworkContract<Dispatch> {

  /** As many as three responses use up, and two do not. */
  private static final String TOKENS = "sentinel: {budget: {tokens: 450}}";

  AlibabaIT() {
    super(AlibabaApplication.SCENARIOS);
  }

  @Override
  protected int callsBeside(Dispatch dispatch, Behaviour behaviour) {
    return dispatch.isParallel() ? 1 : 0;
  }

  /**
   * Calls made at once, whose exceptions are results, end the run as well; and a stream that is
   * subscribed to once more ends at once, with no further request.
   */
  @Override
  protected String classesOfAbort(Dispatch dispatch) {
    return "com.alibaba.cloud.ai.graph.agent.exception.AgentException "
        + ToolLoopError.class.getName();
  }

  /**
   * Spring AI makes a text like any other of what a tool throws. An agent that is a tool does not
   * fail: it answers that its own one did.
   */
  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    return dispatch.way() == Way.AGENT_AS_TOOL
        ? FailingTool.HIDDEN
        : FailingTool.STOPPED_AFTER_WARNING_IN_RESULT;
  }

  /** Two failures at once have no order. */
  @Override
  protected void assertFailingTool(Dispatch dispatch, Outcome outcome) {
    if (dispatch.isParallel()) {
      assertAnswered(outcome);
      assertThat(outcome.toolRuns()).isLessThan(20);
    } else {
      super.assertFailingTool(dispatch, outcome);
    }
  }

  /** The framework ends the run by itself; where calls are made at once, it tells the model. */
  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return dispatch.isParallel() ? UnknownTool.WARNED_IN_REQUEST : UnknownTool.ENDS_RUN;
  }

  @Override
  protected void assertUnknownTool(Dispatch dispatch, Outcome outcome) {
    // A stream is subscribed to again, and so the model is asked again.
    boolean asksOnce = dispatch.isParallel() || dispatch.way() != Way.STREAMED;
    if (asksOnce) {
      super.assertUnknownTool(dispatch, outcome);
    }
    if (!dispatch.isParallel()) {
      assertThat(outcome.failures().get(0).classes())
          .containsExactly(IllegalStateException.class.getName());
    }
  }

  /** What is streamed is nowhere whole in 1.1.0, and is no turn. */
  @Override
  protected boolean countsResponses(Dispatch dispatch) {
    return dispatch.hasTurns();
  }

  @Override
  protected boolean readsTurns(Dispatch dispatch) {
    return dispatch.hasTurns();
  }

  @OnEachJdk(17)
  void namesTheAgentInItsEvents(Jdk jdk) {
    assertThat(agentsOfLoops(jdk)).contains("librarian").doesNotContain("");
  }

  @OnEachJdk
  void warnsOfResultsThatStayTheSame(Jdk jdk) {
    assertStagnationIsReported(jdk, ModelBehaviour.BROWSING, 7, dispatch -> true);
  }

  @OnEachJdk
  void endsALoopOfAgentsWhoseAgentMakesTheSameCallInEachRound(Jdk jdk) {
    each(
        scenarios().guarded(jdk, AlibabaBehaviour.RETURNING),
        dispatch -> dispatch == Dispatch.LOOP,
        (dispatch, outcome) -> {
          assertThat(outcome.loopRuns()).isEqualTo(3);
          assertThat(outcome.log().hints()).hasSize(2);
          assertThat(outcome.failures().get(0).loops()).containsExactly(loop("search"));
        });
  }

  /** Each response is one turn, the last one included, in however many pieces. */
  @OnEachJdk(17)
  @FullMatrix
  void refusesTheRequestAfterTheResponseThatUsedUpTheTokens(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.HEALTHY, folder, TOKENS),
        Dispatch::hasTurns,
        (dispatch, outcome) -> {
          assertThat(outcome.log().requests()).isEqualTo(3);
          assertBudgetIsSpent(dispatch, outcome);
          assertThat((long) outcome.failures().get(0).loops().get(0).count())
              .isEqualTo(outcome.log().tokens());
        });
  }
}
