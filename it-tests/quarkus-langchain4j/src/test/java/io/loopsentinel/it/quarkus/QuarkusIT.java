package io.loopsentinel.it.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.FrameworkContract;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Outcome;
import jakarta.ws.rs.ServerErrorException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** The guard on Quarkus LangChain4j. */
class QuarkusIT extends FrameworkContract<Dispatch> {

  /** Over HTTP the caller gets a status. */
  private static final Set<Dispatch> OVER_HTTP =
      EnumSet.of(Dispatch.REQUESTED, Dispatch.STREAMED_TO_REQUEST);

  private static final Set<Dispatch> STREAMS =
      EnumSet.of(Dispatch.STREAMED, Dispatch.STREAMED_TO_REQUEST, Dispatch.RETRIED);

  QuarkusIT() {
    super(QuarkusScenarios.SCENARIOS);
  }

  @Override
  protected boolean runsTool(Dispatch dispatch) {
    return dispatch.isExecuted();
  }

  /** Mutiny wraps an error for those who wait. */
  @Override
  protected String classesOfAbort(Dispatch dispatch) {
    String error = ToolLoopError.class.getName();
    return switch (dispatch) {
      case CALLED, WRAPPED, VIRTUAL_THREAD -> error;
      case STREAMED, TOKEN_STREAM -> CompletionException.class.getName() + " " + error;
      case REQUESTED, STREAMED_TO_REQUEST -> ServerErrorException.class.getName();
      case RETRIED -> ".+";
    };
  }

  /** Where a stream is retried, the model is asked again each time; its call meets the same end. */
  @Override
  protected int requestsUntilAbort(Dispatch dispatch) {
    return dispatch == Dispatch.RETRIED ? 8 : super.requestsUntilAbort(dispatch);
  }

  @Override
  protected void assertAborted(Dispatch dispatch, Outcome outcome) {
    if (OVER_HTTP.contains(dispatch)) {
      assertFailedOnce(dispatch, outcome);
    } else {
      super.assertAborted(dispatch, outcome);
    }
  }

  /**
   * The limit is {@code quarkus.langchain4j.ai-service.max-tool-executions}, for which Quarkus has
   * no exception of its own. Streams have none.
   */
  @Override
  protected void assertUnguardedLoop(Dispatch dispatch, Outcome outcome) {
    switch (dispatch) {
      case CALLED, WRAPPED, VIRTUAL_THREAD ->
          assertFrameworkEnds(outcome, 10, RuntimeException.class.getName());
      case REQUESTED -> assertFrameworkEnds(outcome, 10, ServerErrorException.class.getName());
      case STREAMED, STREAMED_TO_REQUEST, RETRIED, TOKEN_STREAM -> {
        assertThat(outcome.answers()).containsExactly(Script.EXHAUSTED);
        assertThat(outcome.log().requests()).isEqualTo(habits().patience() + 1);
      }
    }
  }

  /** Quarkus gives the model the exception's text. */
  @Override
  protected FailingTool failingTool(Dispatch dispatch) {
    return FailingTool.WARNED_IN_RESULT;
  }

  /**
   * The service tells the model of it. In a stream Quarkus does not ask the service, and tells the
   * model of a null pointer.
   */
  @Override
  protected UnknownTool unknownTool(Dispatch dispatch) {
    return STREAMS.contains(dispatch) ? UnknownTool.WARNED_IN_RESULT : UnknownTool.HINTED;
  }

  /** Where a stream is retried, the model is asked again after the end. */
  @OnEachJdk
  void endsTheRunOfAModelThatGoesOnToCallAnUnknownTool(Jdk jdk) {
    assertUnknownToolEndsRun(
        jdk, dispatch -> dispatch != Dispatch.RETRIED && !OVER_HTTP.contains(dispatch));
  }

  /** Quarkus reads the stream on event loops and tells the model that its calls failed. */
  @OnEachJdk
  void bringsATokenStreamToAnAnswer(Jdk jdk) {
    Outcome outcome = scenarios().guarded(jdk, ModelBehaviour.LOOPING).get(Dispatch.TOKEN_STREAM);
    assertAnswered(outcome);
    assertThat(outcome.log().requests()).isLessThanOrEqualTo(5);
  }

  @OnEachJdk
  void endsATokenStreamWithTheError(Jdk jdk) {
    Outcome outcome = scenarios().guarded(jdk, ModelBehaviour.STUBBORN).get(Dispatch.TOKEN_STREAM);
    assertThat(outcome.log().requests()).isEqualTo(6);
    assertFailedOnce(Dispatch.TOKEN_STREAM, outcome);
  }

  @OnEachJdk(17)
  @FullMatrix(onEachJdk = true)
  void refusesTheFourthRequestIfThreeTurnsAreAllowed(Jdk jdk) {
    each(
        scenarios().guarded(jdk, ModelBehaviour.HEALTHY, folder, "sentinel: {budget: {turns: 3}}"),
        this::runsTool,
        (dispatch, outcome) -> {
          assertThat(outcome.log().requests()).isEqualTo(3);
          assertThat(outcome.answers()).isEmpty();
        });
  }
}
