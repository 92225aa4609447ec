package io.loopsentinel.it.agentscope;

import static io.loopsentinel.it.agentscope.AgentScopeScenarios.SCENARIOS;
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
            [ReActAgent$CallExecution.executeStructuredTool, ToolExecutor.executeCore, Model.stream]
            CALLED: 10 calls run, 11 requests, 0 hints, 1 answers
            STREAMED: 10 calls run, 11 requests, 0 hints, 1 answers
            ASYNCHRONOUS: 10 calls run, 11 requests, 0 hints, 1 answers
            PARALLEL: 10 calls run, 11 requests, 0 hints, 1 answers
            RETRIED: 10 calls run, 11 requests, 0 hints, 1 answers
            STRUCTURED: 10 calls run, 11 requests, 0 hints, 1 answers
            MCP: 10 calls run, 11 requests, 0 hints, 1 answers
            AGENT_AS_TOOL: 10 calls run, 11 requests, 0 hints, 1 answers
            CALLED: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            ASYNCHRONOUS: 12 calls run, 16 requests, 0 hints, 4 answers
            PARALLEL: 12 calls run, 16 requests, 0 hints, 4 answers
            RETRIED: 12 calls run, 16 requests, 0 hints, 4 answers
            STRUCTURED: 12 calls run, 16 requests, 0 hints, 4 answers
            MCP: 12 calls run, 16 requests, 0 hints, 4 answers
            AGENT_AS_TOOL: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour, String file) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, file));
  }
}
