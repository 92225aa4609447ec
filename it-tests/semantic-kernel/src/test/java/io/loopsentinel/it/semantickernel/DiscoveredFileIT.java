package io.loopsentinel.it.semantickernel;

import static io.loopsentinel.it.semantickernel.SemanticKernelScenarios.SCENARIOS;
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
            [OpenAIChatCompletion.invokeFunctionTool]
            CHAT: 5 calls run, 6 requests, 0 hints, 1 answers
            ASYNCHRONOUS: 5 calls run, 6 requests, 0 hints, 1 answers
            PROMPT: 5 calls run, 6 requests, 0 hints, 1 answers
            CHAT: 12 calls run, 16 requests, 0 hints, 4 answers
            ASYNCHRONOUS: 12 calls run, 16 requests, 0 hints, 4 answers
            PROMPT: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour, String file) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, file));
  }
}
