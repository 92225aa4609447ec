package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * What comes of the file that {@code discover} writes, instead of the profile. No model is seen to
 * ask for the calls of a client.
 */
@FullMatrix
class DiscoveredFileIT {

  private static final String CLIENT = "io.modelcontextprotocol.client.McpAsyncClient";

  @TempDir private File folder;

  @OnEachJdk(17)
  void guardsNothingAndSaysWhy(Jdk jdk) {
    String file = Guarded.discovered(jdk, folder);

    assertThat(OwnFile.guarded(file)).isEmpty();
    assertThat(file)
        .contains("  targets: []\n", "# 1. " + CLIENT + ".callTool, score ")
        .contains("is a comment: nothing shows that a model requests its calls\n");
  }

  @OnEachJdk(17)
  void reportsTheLoopsOfClientsOnceTheCommentIsATarget(Jdk jdk) {
    String file = OwnFile.withTarget(Guarded.discovered(jdk, folder), CLIENT);
    ProgramResult result = Guarded.withFile(jdk, folder, file);

    assertThat(OwnFile.guarded(file)).isEqualTo(List.of("McpAsyncClient.callTool"));
    assertThat(result.jsonLines(Outcome.class))
        .containsExactlyElementsOf(Guarded.NOTHING.result(jdk).jsonLines(Outcome.class));
    assertThat(result.agentLines())
        .anyMatch(line -> line.matches("repeat in session thread 1-\\w+: search called again.*"));
  }
}
