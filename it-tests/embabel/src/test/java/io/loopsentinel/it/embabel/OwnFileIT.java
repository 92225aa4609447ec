package io.loopsentinel.it.embabel;

import static io.loopsentinel.it.embabel.EmbabelScenarios.SCENARIOS;
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
 * What comes of the file that {@code inspect} writes, unchanged, instead of the profile. Streams
 * are dispatched by Spring AI, whose jars are not inspected here.
 */
@FullMatrix
class OwnFileIT {

  private static final String FILE = OwnFile.of("/com/embabel/");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE))
        .isEqualTo(
            List.of(
                "DefaultToolLoop.executeToolCall",
                "StructuredOutputLlmMessageSender.call",
                "DefaultToolLoop.execute"));
  }

  @Test
  void saysWhichCallsItDoesNotSee() {
    assertThat(FILE).contains("does not see all calls of com.embabel.agent.api.tool.Tool.call\n");
  }

  @OnEachJdk(25)
  void stopsTheLoopByAHint(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            TEXT: 3 calls run, 5 requests, 1 hints, 1 answers
            OBJECT: 3 calls run, 5 requests, 1 hints, 1 answers
            PARALLEL: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 26 calls run, 27 requests, 0 hints, 1 answers
            CHAT: 3 calls run, 5 requests, 1 hints, 1 answers
            AGENT_AS_TOOL: 3 calls run, 5 requests, 1 hints, 1 answers\
            """);
  }

  @OnEachJdk(25)
  void leavesUsersAloneThatAskTheSame(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.SHARED))
        .isEqualTo(
            """
            TEXT: 12 calls run, 16 requests, 0 hints, 4 answers
            OBJECT: 12 calls run, 16 requests, 0 hints, 4 answers
            PARALLEL: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            CHAT: 12 calls run, 16 requests, 0 hints, 4 answers
            AGENT_AS_TOOL: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, FILE));
  }
}
