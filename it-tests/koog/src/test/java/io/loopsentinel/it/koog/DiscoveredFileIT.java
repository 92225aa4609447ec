package io.loopsentinel.it.koog;

import static io.loopsentinel.it.koog.KoogScenarios.SCENARIOS;
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
            [ContextualAgentEnvironment.executeTool]
            GRAPH: 3 calls run, 5 requests, 1 hints, 1 answers
            PARALLEL: 3 calls run, 5 requests, 1 hints, 1 answers
            SUBGRAPH: 3 calls run, 5 requests, 1 hints, 1 answers
            FUNCTIONAL: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 3 calls run, 5 requests, 1 hints, 1 answers
            SUBTASK: 3 calls run, 5 requests, 1 hints, 1 answers
            AGENT_AS_TOOL: 3 calls run, 5 requests, 1 hints, 1 answers
            GRAPH: 12 calls run, 16 requests, 0 hints, 4 answers
            PARALLEL: 12 calls run, 16 requests, 0 hints, 4 answers
            SUBGRAPH: 12 calls run, 16 requests, 0 hints, 4 answers
            FUNCTIONAL: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            SUBTASK: 12 calls run, 16 requests, 0 hints, 4 answers
            AGENT_AS_TOOL: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour, String file) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, file));
  }
}
