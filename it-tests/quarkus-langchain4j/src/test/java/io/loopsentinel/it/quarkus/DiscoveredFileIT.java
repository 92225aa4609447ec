package io.loopsentinel.it.quarkus;

import io.loopsentinel.it.contract.DiscoveredFileContract;
import io.loopsentinel.it.harness.NewestVersion;
import java.util.List;

/** The file of {@code discover} instead of the profile of Quarkus LangChain4j. */
@NewestVersion
class DiscoveredFileIT extends DiscoveredFileContract<Dispatch> {

  DiscoveredFileIT() {
    super(QuarkusScenarios.SCENARIOS, List.of("AiServiceMethodImplementationSupport.executeTool"));
  }

  @Override
  protected String loop(Dispatch dispatch) {
    return switch (dispatch) {
      case STREAMED, STREAMED_TO_REQUEST, RETRIED -> UNSURE;
      case TOKEN_STREAM -> "0 calls run, 13 requests, 0 hints, 1 answers";
      default -> HINTED;
    };
  }

  @Override
  protected String users(Dispatch dispatch) {
    return dispatch.isExecuted()
        ? super.users(dispatch)
        : "0 calls run, 16 requests, 0 hints, 4 answers";
  }

  @Override
  protected String polls(Dispatch dispatch) {
    return dispatch.isExecuted()
        ? super.polls(dispatch)
        : "0 calls run, 40 requests, 0 hints, 4 answers";
  }
}
