package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** What comes of the file that {@code discover} writes, unchanged, instead of the profile. */
@FullMatrix
class DiscoveredFileIT {

  @TempDir private File folder;

  @OnEachJdk(17)
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
            [AgentToolNode.executeToolCallWithInterceptors, ChatModel.call, \
            NodeExecutor.executeNode, NodeExecutor.handleGraphFlux, \
            NodeExecutor.handleParallelGraphFlux, NodeExecutor.processGraphResponseFlux, \
            NodeExecutor.execute, NodeExecutor.handleActionResult, \
            NodeExecutor.handleEmbeddedFlux, MainGraphExecutor.execute, \
            MainGraphExecutor.handleStartNode, NodeExecutor.handleNonStreamingResult]
            CALLED: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 3 calls run, 5 requests, 1 hints, 1 answers
            LOOP: 3 calls run, 5 requests, 1 hints, 1 answers
            AGENT_AS_TOOL: 3 calls run, 5 requests, 1 hints, 1 answers
            PARALLEL: 7 calls run, 5 requests, 1 hints, 1 answers
            PARALLEL_STREAMED: 7 calls run, 5 requests, 1 hints, 1 answers
            ASYNCHRONOUS: 3 calls run, 5 requests, 1 hints, 1 answers
            CALLED: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            LOOP: 12 calls run, 16 requests, 0 hints, 4 answers
            AGENT_AS_TOOL: 12 calls run, 16 requests, 0 hints, 4 answers
            PARALLEL: 24 calls run, 16 requests, 0 hints, 4 answers
            PARALLEL_STREAMED: 24 calls run, 16 requests, 0 hints, 4 answers
            ASYNCHRONOUS: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour, String file) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, file));
  }
}
