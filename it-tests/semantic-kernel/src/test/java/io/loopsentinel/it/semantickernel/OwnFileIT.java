package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
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

  private static final String FILE = OwnFile.of("/semantic-kernel/|/azure-ai-openai/");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE)).containsExactly("OpenAIChatCompletion.invokeFunctionTool");
  }

  @OnEachJdk(17)
  void reportsTheLoopAndStopsNothing(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            CHAT: 5 calls run, 6 requests, 0 hints, 1 answers
            ASYNCHRONOUS: 5 calls run, 6 requests, 0 hints, 1 answers
            PROMPT: 5 calls run, 6 requests, 0 hints, 1 answers\
            """);
  }

  @OnEachJdk(17)
  void leavesUsersAloneThatAskTheSame(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.SHARED))
        .isEqualTo(
            """
            CHAT: 12 calls run, 16 requests, 0 hints, 4 answers
            ASYNCHRONOUS: 12 calls run, 16 requests, 0 hints, 4 answers
            PROMPT: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, FILE));
  }
}
