package io.loopsentinel.it.semantickernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.util.regex.Pattern;

/** The guard on Semantic Kernel. */
class SemanticKernelIT extends FrameworkContract<Dispatch> {

  /** How often Semantic Kernel invokes functions for one question, and asks the model again. */
  private static final int ATTEMPTS = 5;

  SemanticKernelIT() {
    super(SemanticKernelApplication.SCENARIOS);
  }

  @Override
  protected String classesOfAbort(Dispatch dispatch) {
    return Pattern.quote(dispatch.wrapper()) + " " + ToolLoopError.class.getName();
  }

  @Override
  protected int requestsUntilAbort(Dispatch dispatch) {
    return ATTEMPTS + 1;
  }

  /** The fifth attempt is the second hint: nothing is left to be aborted. */
  @Override
  protected void assertAborted(Dispatch dispatch, Outcome outcome) {
    assertThat(outcome.answers()).containsExactly(Assistant.NO_ANSWER);
  }

  @Override
  protected void assertUnguardedLoop(Dispatch dispatch, Outcome outcome) {
    assertThat(outcome.answers()).containsExactly(Assistant.NO_ANSWER);
    assertThat(outcome.toolRuns()).isEqualTo(ATTEMPTS);
    assertThat(outcome.log().requests()).isEqualTo(ATTEMPTS + 1);
  }

  /** Semantic Kernel makes a result of a failure, to which no warning can be added. */
  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    return FailingTool.WARNED_IN_REQUEST;
  }

  /** What a method throws becomes an exception of Semantic Kernel's, whose text the model reads. */
  @Override
  protected String textOfFailure(Dispatch dispatch) {
    return dispatch == Dispatch.ASYNCHRONOUS
        ? super.textOfFailure(dispatch)
        : "Function threw an exception";
  }

  /** A function that does not exist is a failing one to Semantic Kernel. */
  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return UnknownTool.WARNED_IN_REQUEST;
  }

  @Override
  protected void assertUnknownTool(Dispatch dispatch, Outcome outcome) {
    super.assertUnknownTool(dispatch, outcome);
    assertThat(outcome.log().warnings().get(0)).startsWith("loop-detected: library-find");
  }

  /** The limit of Semantic Kernel is reached before. */
  @Override
  protected boolean readsTurns(Dispatch dispatch) {
    return false;
  }

  @OnEachJdk
  void asksForAnUnknownToolUpToItsLimitWithoutTheAgent(Jdk jdk) {
    each(
        scenarios().unguarded(jdk, ModelBehaviour.GUESSING),
        dispatch -> true,
        (dispatch, outcome) -> {
          assertThat(outcome.answers()).containsExactly(Assistant.NO_ANSWER);
          assertThat(outcome.log().requests()).isEqualTo(ATTEMPTS + 1);
        });
  }

  @OnEachJdk
  void warnsOfCallsThatAreNearlyEqualAndFindTheSame(Jdk jdk) {
    assertStagnationIsReported(jdk, SemanticKernelBehaviour.BROWSING_NEARBY, 4, dispatch -> true);
  }

  /** Semantic Kernel answers the error of the fifth call with a request, which is refused. */
  @OnEachJdk(17)
  @FullMatrix
  void doesNotAskOnceMoreAfterAnAbort(Jdk jdk) {
    each(
        scenarios()
            .guarded(
                jdk,
                ModelBehaviour.STUBBORN,
                folder,
                "sentinel: {default: {escalation: [hint, abort]}}"),
        dispatch -> true,
        (dispatch, outcome) -> {
          assertThat(outcome.toolRuns()).isEqualTo(3);
          assertThat(outcome.log().hints()).hasSize(1);
          assertThat(outcome.log().requests()).isEqualTo(5);
          super.assertAborted(dispatch, outcome);
        });
  }

  /**
   * The third response passes the cap, whatever the way: its call and the next turn are refused.
   */
  @OnEachJdk(17)
  @FullMatrix
  void countsTheTokensThatTheModelReports(Jdk jdk) {
    assertEndedByBudget(jdk, ModelBehaviour.HEALTHY, "{tokens: 500}", dispatch -> 3, dispatch -> 3);
  }

  @Override
  protected void assertBudgetIsSpent(Dispatch dispatch, Outcome outcome) {
    super.assertBudgetIsSpent(dispatch, outcome);
    assertThat(outcome.answers()).isEmpty();
    assertThat((long) outcome.failures().get(0).loops().get(0).count())
        .isEqualTo(outcome.log().tokens());
  }
}
