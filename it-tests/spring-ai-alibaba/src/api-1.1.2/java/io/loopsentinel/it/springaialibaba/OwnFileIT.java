package io.loopsentinel.it.springaialibaba;

import static io.loopsentinel.it.springaialibaba.AlibabaScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes of the file that {@code inspect} writes, unchanged, instead of the profile. */
@FullMatrix
class OwnFileIT {

  private static final String FILE = OwnFile.of("/spring-ai-alibaba-|/springframework/ai/");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE))
        .startsWith("AgentToolNode.executeToolByType", "ChatModel.call")
        .contains("NodeExecutor.executeNode", "MainGraphExecutor.execute");
  }

  @OnEachJdk
  void stopsTheLoopByAHintInAllWaysOfDispatch(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            CALLED: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 3 calls run, 5 requests, 1 hints, 1 answers
            LOOP: 3 calls run, 5 requests, 1 hints, 1 answers
            AGENT_AS_TOOL: 3 calls run, 5 requests, 1 hints, 1 answers
            PARALLEL: 7 calls run, 5 requests, 1 hints, 1 answers
            PARALLEL_STREAMED: 7 calls run, 5 requests, 1 hints, 1 answers
            ASYNCHRONOUS: 3 calls run, 5 requests, 1 hints, 1 answers\
            """);
  }

  @OnEachJdk
  void leavesUsersAloneThatAskTheSame(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.SHARED))
        .isEqualTo(
            """
            CALLED: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            LOOP: 12 calls run, 16 requests, 0 hints, 4 answers
            AGENT_AS_TOOL: 12 calls run, 16 requests, 0 hints, 4 answers
            PARALLEL: 24 calls run, 16 requests, 0 hints, 4 answers
            PARALLEL_STREAMED: 24 calls run, 16 requests, 0 hints, 4 answers
            ASYNCHRONOUS: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, FILE));
  }
}
