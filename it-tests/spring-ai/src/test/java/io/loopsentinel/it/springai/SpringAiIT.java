package io.loopsentinel.it.springai;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
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
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return UnknownTool.ENDS_RUN;
  }

  @OnEachJdk
  void countsResponsesWithCallsAsTurns(Jdk jdk) {
    assertEndedByBudget(jdk, ModelBehaviour.LOOPING, "{turns: 2}", dispatch -> 2, dispatch -> 2);
  }

  @OnEachJdk
  void countsTheTokensOfResponses(Jdk jdk) {
    assertEndedByBudget(jdk, ModelBehaviour.LOOPING, "{tokens: 10}", dispatch -> 1, dispatch -> 0);
  }

  @OnEachJdk
  void letsAPersonDecide(Jdk jdk) {
    assertCallsWaitForAPerson(jdk, List.of());
  }
}
