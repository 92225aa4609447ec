package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What comes of the file that {@code inspect} writes, unchanged, instead of the profile. No run is
 * known of a client.
 */
@FullMatrix
class OwnFileIT {

  private static final String FILE = OwnFile.of("/io/modelcontextprotocol/");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE)).isEqualTo(List.of("McpAsyncClient.callTool"));
  }

  @OnEachJdk(17)
  void reportsTheLoopsOfClientsAndChangesNothing(Jdk jdk) {
    ProgramResult result = Guarded.withFile(jdk, folder, FILE);

    assertThat(result.jsonLines(Outcome.class))
        .containsExactlyElementsOf(Guarded.NOTHING.result(jdk).jsonLines(Outcome.class));
    assertThat(result.agentLines())
        .anyMatch(line -> line.matches("repeat in session thread 1-\\w+: search called again.*"));
  }
}
