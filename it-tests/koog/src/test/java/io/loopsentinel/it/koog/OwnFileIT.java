package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
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

  private static final String FILE = OwnFile.of("/ai/koog/");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE))
        .isEqualTo(
            List.of(
                "AIAgentSubgraphExtKt.executeFinishTool",
                "ContextualAgentEnvironment.executeTool"));
  }

  @OnEachJdk(17)
  void stopsTheLoopByAHint(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            GRAPH: 3 calls run, 5 requests, 1 hints, 1 answers
            PARALLEL: 3 calls run, 5 requests, 1 hints, 1 answers
            SUBGRAPH: 3 calls run, 5 requests, 1 hints, 1 answers
            FUNCTIONAL: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 3 calls run, 5 requests, 1 hints, 1 answers
            SUBTASK: 3 calls run, 5 requests, 1 hints, 1 answers
            AGENT_AS_TOOL: 3 calls run, 5 requests, 1 hints, 1 answers\
            """);
  }

  @OnEachJdk(17)
  void leavesUsersAloneThatAskTheSame(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.SHARED))
        .isEqualTo(
            """
            GRAPH: 12 calls run, 16 requests, 0 hints, 4 answers
            PARALLEL: 12 calls run, 16 requests, 0 hints, 4 answers
            SUBGRAPH: 12 calls run, 16 requests, 0 hints, 4 answers
            FUNCTIONAL: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            SUBTASK: 12 calls run, 16 requests, 0 hints, 4 answers
            AGENT_AS_TOOL: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, FILE));
  }
}
