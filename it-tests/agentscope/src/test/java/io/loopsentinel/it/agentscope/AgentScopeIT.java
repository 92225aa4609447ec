package io.loopsentinel.it.agentscope;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;

/** The guard on AgentScope. */
class AgentScopeIT extends FrameworkContract<Dispatch> {

  AgentScopeIT() {
    super(AgentScopeApplication.SCENARIOS);
  }

  @Override
  protected String startOfHint(Dispatch dispatch) {
    return "Error: loop-detected: search";
  }

  /** Reactor wraps an error for those who block. */
  @Override
  protected String classesOfAbort(Dispatch dispatch) {
    return "reactor.core.Exceptions\\$ReactiveException " + ToolLoopError.class.getName();
  }

  /** AgentScope makes a result of whatever ends an agent that is a tool. */
  @Override
  protected void assertAborted(Dispatch dispatch, Outcome outcome) {
    if (dispatch != Dispatch.AGENT_AS_TOOL) {
      super.assertAborted(dispatch, outcome);
      return;
    }
    assertThat(outcome.failures()).isEmpty();
    assertThat(outcome.answers())
        .singleElement()
        .asString()
        .startsWith("Error: Execution error: loop-detected: search");
  }

  /** After ten responses with calls AgentScope asks the model to sum up. */
  @Override
  protected void assertUnguardedLoop(Dispatch dispatch, Outcome outcome) {
    assertThat(outcome.answers()).containsExactly(AgentScopeApplication.SUMMARY);
    assertThat(outcome.toolRuns()).isEqualTo(AgentScopeApplication.ITERATIONS);
    assertThat(outcome.log().requests()).isEqualTo(AgentScopeApplication.ITERATIONS + 1);
  }

  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    return FailingTool.STOPPED_AFTER_WARNING_IN_RESULT;
  }

  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return UnknownTool.WARNED_IN_RESULT;
  }

  @Override
  protected String answerToUnknownTool(Dispatch dispatch) {
    return "Tool not found: find";
  }

  @OnEachJdk(17)
  void namesTheAgentInItsEvents(Jdk jdk) {
    assertThat(agentsOfLoops(jdk)).containsExactly("librarian");
  }

  @OnEachJdk
  void leavesARunThatFindsSomethingNewEachTimeToTheLimitOfAgentScope(Jdk jdk) {
    assertThat(scenarios().guarded(jdk, AgentScopeBehaviour.UNTIRING))
        .isEqualTo(scenarios().unguarded(jdk, AgentScopeBehaviour.UNTIRING))
        .allSatisfy(
            (dispatch, outcome) ->
                assertThat(outcome.answers()).containsExactly(AgentScopeApplication.SUMMARY));
  }

  @OnEachJdk
  void warnsOfResultsThatStayTheSame(Jdk jdk) {
    assertStagnationIsReported(jdk, ModelBehaviour.BROWSING, 7, dispatch -> true);
  }

  /** The tool that gives an answer its form, which AgentScope 2.0 executes by other means. */
  @OnEachJdk
  void hintsTheToolThatGivesAnAnswerItsFormIfItFailsAgainAndAgain(Jdk jdk) {
    assertToolOfFrameworkIsHinted(
        jdk, AgentScopeBehaviour.GARBLING, Dispatch.STRUCTURED::equals, "generate_response");
  }

  /** The summary that AgentScope asks for after ten responses would be one more. */
  @OnEachJdk(17)
  @FullMatrix
  void countsEachCallAndEachResponseOnce(Jdk jdk) {
    each(
        scenarios()
            .guarded(
                jdk,
                AgentScopeBehaviour.UNTIRING,
                folder,
                "sentinel: {budget: {tool_calls: 8, turns: 10}}"),
        dispatch -> true,
        (dispatch, outcome) -> {
          assertThat(outcome.toolRuns()).isEqualTo(8);
          assertThat(outcome.log().requests()).isEqualTo(10);
          if (dispatch == Dispatch.AGENT_AS_TOOL) {
            assertThat(outcome.answers().get(0)).contains("budget.turns is used up with 10");
          } else {
            assertBudgetIsSpent(dispatch, outcome);
          }
        });
  }

  /** The first response of an agent that calls another one uses the tokens up. */
  @OnEachJdk(17)
  @FullMatrix
  void countsTheTokensOfAResponse(Jdk jdk) {
    assertEndedByBudget(
        jdk,
        AgentScopeBehaviour.UNTIRING,
        "{tokens: 1}",
        dispatch -> dispatch == Dispatch.AGENT_AS_TOOL ? 0 : 1,
        dispatch -> 0);
  }
}
