package io.loopsentinel.it.langgraph4j;

import static io.loopsentinel.it.langgraph4j.LangGraphScenarios.SCENARIOS;
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

  private static final String FILE = OwnFile.of("/langgraph4j/|/dev/langchain4j/");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE))
        .contains("ToolExecutor.executeWithContext", "CompiledGraph$AsyncNodeGenerator.next");
  }

  @Test
  void saysThatARunEndsWhereItIsInterrupted() {
    assertThat(FILE)
        .contains(
            "a run that is interrupted and resumes with another such object is judged as two\n");
  }

  @OnEachJdk
  void stopsTheLoopByAHintButNoneWhoseCallsAHumanApproves(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            CALLED: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 3 calls run, 5 requests, 1 hints, 1 answers
            OWN_TOOL: 3 calls run, 5 requests, 1 hints, 1 answers
            APPROVED: 26 calls run, 27 requests, 0 hints, 1 answers
            SUBGRAPH: 3 calls run, 5 requests, 1 hints, 1 answers\
            """);
  }

  @OnEachJdk
  void leavesUsersAloneThatAskTheSame(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.SHARED))
        .isEqualTo(
            """
            CALLED: 12 calls run, 16 requests, 0 hints, 4 answers
            STREAMED: 12 calls run, 16 requests, 0 hints, 4 answers
            OWN_TOOL: 12 calls run, 16 requests, 0 hints, 4 answers
            APPROVED: 12 calls run, 16 requests, 0 hints, 4 answers
            SUBGRAPH: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, FILE));
  }
}
