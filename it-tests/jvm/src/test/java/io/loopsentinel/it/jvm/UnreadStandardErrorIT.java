package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.jvm.program.QuietParentProgram;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** A parent that does not read the standard error, as those of MCP servers may not. */
@FullMatrix
class UnreadStandardErrorIT {

  @TempDir private File folder;

  @OnEachJdk
  void doesNotStopTheApplication(Jdk jdk) throws Exception {
    File config =
        Programs.file(
            folder,
            Programs.target(
                    "Private",
                    "method: dispatch, tool: arg0, args: arg1, session: 'arg1[\"session\"]'")
                .replace("log: error", "log: debug"));

    Process process =
        new ProcessBuilder(
                jdk.java().getPath(),
                "-javaagent:" + AgentJar.file().getPath() + "=" + config.getPath(),
                "-cp",
                TestClasses.folder().getPath(),
                QuietParentProgram.class.getName(),
                "5000")
            .start();

    try {
      assertThat(process.waitFor(Programs.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(
              new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip())
          .isEqualTo("done");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
