package io.loopsentinel.it.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.contract.OwnFileContract;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Files instead of the profile of Spring AI. What an application implements is not in the jars, and
 * no run is known of streams.
 */
class OwnFileIT extends OwnFileContract<Dispatch> {

  private static final String FILE = OwnFile.of("/springframework/ai/");

  /** What classes of an application implement. */
  private static final String INTERFACE = "org.springframework.ai.tool.ToolCallback";

  private static final String UNGUARDED = "12 calls run, 13 requests, 0 hints, 1 answers";

  OwnFileIT() {
    super(
        SpringAiApplication.SCENARIOS,
        FILE,
        List.of(
            "AugmentedToolCallback.call",
            "MethodToolCallback.call",
            "ChatModel.call",
            "ToolCallingAdvisor.handleToolCallRecursion",
            "ToolCallingAdvisor.internalStream",
            "ToolCallingAdvisor.streamWithToolCallResponses",
            "ToolCallingAdvisor.lambda$handleToolCallRecursion$6",
            "ToolCallingAdvisor.adviseCall"),
        List.of(
            "AugmentedToolCallback.call",
            "MethodToolCallback.call",
            "ChatModel.call",
            "ToolCallingAdvisor.adviseCall",
            "ToolCallingAdvisor.streamWithToolCallResponses",
            "ToolCallingAdvisor.handleToolCallRecursion",
            "ToolCallingAdvisor.internalStream",
            "ToolCallingAdvisor.lambda$handleToolCallRecursion$6"));
  }

  /** The class of the application and the function of its own loop are not in the jars. */
  @Override
  protected String inspectedLoop(Dispatch dispatch) {
    return switch (dispatch) {
      case CALLED, STREAMED -> HINTED;
      case CALLBACK, OWN_LOOP -> UNGUARDED;
    };
  }

  @Override
  protected String discoveredLoop(Dispatch dispatch) {
    return dispatch == Dispatch.OWN_LOOP ? UNGUARDED : HINTED;
  }

  @Test
  void saysWhichCallsItDoesNotSee() {
    assertThat(FILE).contains("does not see all calls of " + INTERFACE + ".call\n");
  }

  /**
   * What decorates the class hands other arguments on, so that it is a call as well. The thread of
   * an own loop is a session that others may share: its model is warned.
   */
  @OnEachJdk(17)
  void stopsTheLoopOfAClassOfTheApplicationOnceTheInterfaceThatItNamesIsATarget(Jdk jdk) {
    String file = OwnFile.withTarget(FILE, INTERFACE);

    assertThat(played(jdk, ModelBehaviour.LOOPING, file))
        .isEqualTo(
            expected(
                dispatch ->
                    switch (dispatch) {
                      case CALLED, STREAMED -> HINTED;
                      case CALLBACK -> "2 calls run, 4 requests, 1 hints, 1 answers";
                      case OWN_LOOP -> "4 calls run, 5 requests, 1 hints, 1 answers";
                    }));
  }
}
