package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.LoadedProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.io.TempDir;

/** Four threads call tools while the configuration changes, and the agent comes and goes. */
@FullMatrix(onEachJdk = true)
class UnderLoadIT {

  private static final String METHOD =
      "kind: tool, type: io.loopsentinel.it.jvm.program.LoadedProgram, tool: '\"count\"',"
          + " args: arg0, session: '\"main\"'";

  @TempDir private File folder;

  @OnEachJdk
  void losesAndDoublesNoCall(Jdk jdk) throws Exception {
    String outer = "{name: outer, method: dispatch, " + METHOD + "}";
    String inner = "{name: inner, method: tool, " + METHOD + "}";
    File config = file("config", config("threshold: 3", outer));
    File other = file("other", config("threshold: 5, window_size: 20", outer + ", " + inner));
    File another = file("another", config("threshold: 4", outer));

    ProgramResult result =
        Programs.attachable(jdk, LoadedProgram.class)
            .jvmOptions("-Djdk.attach.allowAttachSelf=true")
            .agentArguments(config.getPath())
            .arguments(
                config.getPath(), other.getPath(), another.getPath(), AgentJar.file().getPath())
            .run(Programs.LIMIT.multipliedBy(4));

    assertThat(result.standardOutput().lines())
        .as(result.standardError())
        .containsExactly("all seen true", "all run once true", "wrong 0", "errors of the agent 0");
    assertThat(result.exitCode()).isZero();
  }

  private File file(String name, String content) throws IOException {
    File file = new File(folder, name + ".yaml");
    Files.writeString(file.toPath(), content);
    return file;
  }

  private static String config(String settings, String targets) {
    return "sentinel:\n  mode: observe\n  profiles: none\n  telemetry: {log: error}\n  default: {"
        + settings
        + "}\n  targets: ["
        + targets
        + "]\n";
  }
}
