package io.loopsentinel.it.embabel;

import static io.loopsentinel.it.embabel.EmbabelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/**
 * What comes of the file that {@code discover} writes, unchanged, instead of the profile. Streams
 * are dispatched by Spring AI, as the file says.
 */
@FullMatrix
class DiscoveredFileIT {

  @TempDir private File folder;

  @OnEachJdk(25)
  void guardsAsItWasWritten(Jdk jdk) {
    String file = SCENARIOS.discovered(jdk, ModelBehaviour.HEALTHY, folder);

    assertThat(
            OwnFile.guarded(file)
                + "\n"
                + table(jdk, ModelBehaviour.LOOPING, file)
                + "\n"
                + table(jdk, ModelBehaviour.SHARED, file))
        .as("%s", file)
        .isEqualTo(
            """
            [DefaultToolLoop.executeToolCall, StructuredOutputLlmMessageSender.call, DefaultToolLoop.execute]
            TEXT: 3 calls run, 5 requests, 1 hints, 1 answers
            OBJECT: 3 calls run, 5 requests, 1 hints, 1 answers
            PARALLEL: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 26 calls run, 27 requests, 0 hints, 1 answers
            CHAT: 3 calls run, 5 requests, 1 hints, 1 answers
            AGENT_AS_TOOL: 3 calls run, 5 requests, 1 hints, 1 answers
            TEXT: 12 calls run, 16 requests, 0 hints, 4 answers
            OBJECT: 12 calls run, 16 requests, 0 hints, 4 answers
            PARALLEL: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            CHAT: 12 calls run, 16 requests, 0 hints, 4 answers
            AGENT_AS_TOOL: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
    assertThat(file)
        .contains("does not see all calls of org.springframework.ai.tool.ToolCallback.call\n");
  }

  private String table(Jdk jdk, ModelBehaviour behaviour, String file) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, file));
  }
}
