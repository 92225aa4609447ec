package io.loopsentinel.it.googleadk;

import static io.loopsentinel.it.googleadk.AdkScenarios.SCENARIOS;
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

  private static final String FILE = OwnFile.of("/google/adk/|/google-genai/");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE))
        .isEqualTo(List.of("Functions.callTool", "ChatCompletionsClient.complete"));
  }

  @OnEachJdk(17)
  void stopsTheLoopByAHint(Jdk jdk) {
    assertThat(table(jdk, ModelBehaviour.LOOPING))
        .isEqualTo(
            """
            CALLED: 3 calls run, 5 requests, 1 hints, 1 answers
            STREAMED: 3 calls run, 5 requests, 1 hints, 1 answers
            ASYNCHRONOUS: 3 calls run, 5 requests, 1 hints, 1 answers
            CONCURRENT: 3 calls run, 5 requests, 1 hints, 1 answers
            CALLBACK: 3 calls run, 5 requests, 1 hints, 1 answers\
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
            CONCURRENT: 12 calls run, 16 requests, 0 hints, 4 answers
            CALLBACK: 12 calls run, 16 requests, 0 hints, 4 answers\
            """);
  }

  private String table(Jdk jdk, ModelBehaviour behaviour) {
    return OwnFile.table(SCENARIOS.guarded(jdk, behaviour, folder, FILE));
  }
}
