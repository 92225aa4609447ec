package io.loopsentinel.it.springai;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.NewestVersion;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Outcome;
import java.util.List;

/** The guard on Spring AI. */
class SpringAiIT extends FrameworkContract<Dispatch> {

  SpringAiIT() {
    super(SpringAiApplication.SCENARIOS);
  }

  /** What blocks on a stream wraps the error. */
  @Override
  protected String classesOfAbort(Dispatch dispatch) {
    String error = ToolLoopError.class.getName();
    return dispatch == Dispatch.STREAMED ? "\\S+ " + error : error;
  }

  /** A failure is thrown through the tool's dispatch, so the warning is in the next request. */
  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    return FailingTool.STOPPED_AFTER_WARNING_IN_REQUEST;
  }

  @Override
  protected void assertFailingTool(Dispatch dispatch, Outcome outcome) {
    if (dispatch == Dispatch.OWN_LOOP && Version.THROWS_TO_OWN_LOOP) {
      assertFrameworkEnds(outcome, 1, IllegalStateException.class.getName());
    } else {
      super.assertFailingTool(dispatch, outcome);
    }
  }

  @Override
  protected boolean readsTurns(Dispatch dispatch) {
    return dispatch != Dispatch.STREAMED || Version.READS_STREAMS;
  }

  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return UnknownTool.ENDS_RUN;
  }

  @FullMatrix
  @OnEachJdk(17)
  void countsResponsesWithCallsAsTurns(Jdk jdk) {
    assertEndedByBudget(jdk, ModelBehaviour.LOOPING, "{turns: 2}", dispatch -> 2, dispatch -> 2);
  }

  @FullMatrix
  @OnEachJdk(17)
  void countsTheTokensOfResponses(Jdk jdk) {
    if (Version.COUNTS_TOKENS) {
      assertEndedByBudget(
          jdk, ModelBehaviour.LOOPING, "{tokens: 10}", dispatch -> 1, dispatch -> 0);
    } else {
      each(
          scenarios()
              .guarded(jdk, ModelBehaviour.LOOPING, folder, "sentinel: {budget: {tokens: 10}}"),
          this::runsTool,
          (dispatch, outcome) -> assertAnswered(outcome));
    }
  }

  @FullMatrix
  @NewestVersion
  @OnEachJdk(17)
  void letsAPersonDecide(Jdk jdk) {
    assertCallsWaitForAPerson(jdk, List.of());
  }

  @FullMatrix
  @NewestVersion
  @OnEachJdk(17)
  void givesTheResultOfAToolThatOnlyReadsAgain(Jdk jdk) {
    assertReusesResults(jdk);
  }
}
