package io.loopsentinel.it.agentscope;

import static io.loopsentinel.it.agentscope.AgentScopeScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes of the file that {@code inspect} writes, unchanged, instead of the profile. */
@FullMatrix
class OwnFileIT {

  private static final String FILE = OwnFile.of("/agentscope-core/");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE))
        .isEqualTo(
            List.of(
                "ReActAgent$CallExecution.executeStructuredTool",
                "ToolExecutor.execute",
                "Model.stream"));
  }

  @OnEachJdk(17)
  void reportsTheLoopAndStopsNothingWhereNoSessionIsSet(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            CALLED: 10 calls run, 11 requests, 0 hints, 1 answers
            STREAMED: 10 calls run, 11 requests, 0 hints, 1 answers
            ASYNCHRONOUS: 10 calls run, 11 requests, 0 hints, 1 answers
            PARALLEL: 10 calls run, 11 requests, 0 hints, 1 answers
            RETRIED: 10 calls run, 11 requests, 0 hints, 1 answers
            STRUCTURED: 10 calls run, 11 requests, 0 hints, 1 answers
            MCP: 10 calls run, 11 requests, 0 hints, 1 answers
            AGENT_AS_TOOL: 10 calls run, 11 requests, 0 hints, 1 answers\
            """);
  }

  @OnEachJdk(17)
  void leavesUsersAloneThatAskTheSame(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.SHARED))
        .isEqualTo(
            """
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

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, FILE));
  }
}
