package io.loopsentinel.it.koog;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.util.List;

/** The guard on Koog. */
class KoogIT extends FrameworkContract<Dispatch> {

  KoogIT() {
    super(KoogScenarios.SCENARIOS);
  }

  /** A graph ends at 50 nodes, two or, in a subgraph, three of which take part in each call. */
  @Override
  protected void assertUnguardedLoop(Dispatch dispatch, Outcome outcome) {
    switch (dispatch) {
      case GRAPH, PARALLEL, AGENT_AS_TOOL -> assertEndedAtLimit(outcome, 24);
      case SUBGRAPH -> assertEndedAtLimit(outcome, 15);
      case FUNCTIONAL, STREAMED, SUBTASK -> super.assertUnguardedLoop(dispatch, outcome);
    }
  }

  private static void assertEndedAtLimit(Outcome outcome, int calls) {
    assertThat(outcome.answers()).isEmpty();
    assertThat(outcome.toolRuns()).isEqualTo(calls);
    assertThat(outcome.failures().get(0).classes().get(0))
        .endsWith("AIAgentMaxNumberOfIterationsReachedException");
    assertThat(outcome.failures().get(0).loops()).isEmpty();
  }

  /** An agent that is a tool does not fail: it answers that its own one did. */
  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    return dispatch == Dispatch.AGENT_AS_TOOL
        ? FailingTool.HIDDEN
        : FailingTool.STOPPED_AFTER_WARNING_IN_RESULT;
  }

  /** Koog answers such a call with a result, and says both in the user's place. */
  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return UnknownTool.WARNED_IN_REQUEST;
  }

  /**
   * The strategy that agents have by default ends with any text, as do tasks. The texts of a stream
   * are not read.
   */
  @Override
  protected boolean readsTurns(Dispatch dispatch) {
    return dispatch == Dispatch.PARALLEL || dispatch == Dispatch.FUNCTIONAL;
  }

  @OnEachJdk(17)
  void namesNoAgentThatWasGivenNoId(Jdk jdk) {
    assertThat(agentsOfLoops(jdk)).containsExactly("");
  }

  /**
   * All but an agent that is a tool: Koog wraps what it answers in an object that begins with
   * {@code "successful": true}, which reads like an acknowledgement.
   */
  @OnEachJdk
  void warnsOfResultsThatStayTheSame(Jdk jdk) {
    assertStagnationIsReported(
        jdk, ModelBehaviour.BROWSING, 7, dispatch -> dispatch != Dispatch.AGENT_AS_TOOL);
  }

  @OnEachJdk
  void judgesAStreamByItsCallsAlone(Jdk jdk) {
    assertStreamIsJudgedByItsCalls(jdk, Dispatch.STREAMED);
  }

  /** Koog executes the tool that ends a task by other means than other tools. */
  @OnEachJdk
  void hintsTheToolThatEndsATaskIfItFailsAgainAndAgain(Jdk jdk) {
    assertToolOfFrameworkIsHinted(
        jdk, KoogBehaviour.GARBLING, Dispatch::endsByTool, "finalize_task_result");
  }

  /** The tool that ends a task does not exist where there is none. */
  @OnEachJdk
  void endsTheRunOfAModelThatGoesOnToCallAnUnknownTool(Jdk jdk) {
    each(
        scenarios().guarded(jdk, KoogBehaviour.GARBLING),
        dispatch -> !dispatch.endsByTool(),
        (dispatch, outcome) ->
            assertThat(outcome.failures().get(0).loops())
                .containsExactly(loop("finalize_task_result")));
  }

  @OnEachJdk
  void letsOneTaskAfterAnotherEndInTheSameWay(Jdk jdk) {
    each(
        scenarios().guarded(jdk, KoogBehaviour.CURT),
        Dispatch::endsByTool,
        (dispatch, outcome) -> {
          assertAnswered(outcome);
          assertThat(outcome.log().requests()).isEqualTo(KoogBehaviour.TASKS);
          assertThat(outcome.log().hints()).isEmpty();
        });
  }

  /** The cost of a stream is not known. */
  @OnEachJdk(17)
  @FullMatrix
  void endsRunsByTheirTokensAndStreamsByTheirTurns(Jdk jdk) {
    assertEndedByBudget(
        jdk,
        ModelBehaviour.LOOPING,
        "{turns: 2, tokens: 1}",
        dispatch -> dispatch == Dispatch.STREAMED ? 2 : 1,
        dispatch -> dispatch == Dispatch.STREAMED ? 2 : 0);
  }

  @OnEachJdk(17)
  void letsAPersonDecide(Jdk jdk) {
    assertCallsWaitForAPerson(jdk, List.of());
  }
}
