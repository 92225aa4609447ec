package io.loopsentinel.it.springai;

import static io.loopsentinel.it.springai.SpringAiScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What comes of the file that {@code inspect} writes, unchanged, instead of the profile. What
 * an application implements is not in the jars, and no run is known of streams.
 */
@FullMatrix
class OwnFileIT {

  private static final String FILE = OwnFile.of("/springframework/ai/");

  /** What classes of an application implement. */
  private static final String INTERFACE = "org.springframework.ai.tool.ToolCallback";

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE))
        .isEqualTo(
            List.of(
                "AugmentedToolCallback.call",
                "MethodToolCallback.call",
                "ChatModel.call",
                "ToolCallingAdvisor.handleToolCallRecursion",
                "ToolCallingAdvisor.internalStream",
                "ToolCallingAdvisor.streamWithToolCallResponses",
                "ToolCallingAdvisor.lambda$handleToolCallRecursion$6",
                "ToolCallingAdvisor.adviseCall"));
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

    assertThat(OwnFile.table(SCENARIOS.guarded(jdk, ModelBehaviour.LOOPING, folder, file)))
        .isEqualTo(
            """
            CALLED: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 3 calls run, 5 requests, 1 hints, 1 answers
            CALLBACK: 2 calls run, 4 requests, 1 hints, 1 answers
            OWN_LOOP: 4 calls run, 5 requests, 1 hints, 1 answers\
            """);
  }

  @OnEachJdk(17)
  void stopsTheLoopOfAMethodThatIsCalledAndStreamedByAHint(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            CALLED: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 3 calls run, 5 requests, 1 hints, 1 answers
            CALLBACK: 12 calls run, 13 requests, 0 hints, 1 answers
            OWN_LOOP: 12 calls run, 13 requests, 0 hints, 1 answers\
            """);
  }

  @OnEachJdk(17)
  void leavesUsersAloneThatAskTheSame(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.SHARED))
        .isEqualTo(
            """
            CALLED: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            CALLBACK: 12 calls run, 16 requests, 0 hints, 4 answers
            OWN_LOOP: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, FILE));
  }
}
