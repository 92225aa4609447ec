package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.nio.file.Files;
import org.junit.jupiter.api.io.TempDir;

/** What the command line tells of itself, and its demonstration. */
class CommandLineIT {

  @TempDir private File folder;

  @OnEachJdk
  void tellsItsVersion(Jdk jdk) {
    assertThat(Commands.run(jdk, "version").standardOutput())
        .isEqualTo(Commands.run(jdk, "--version").standardOutput())
        .matches("loop-sentinel \\d+\\.\\d+\\S*\n");
  }

  @OnEachJdk
  void generatesACompletionThatBashReads(Jdk jdk) throws Exception {
    File script = new File(folder, "completion.sh");
    Files.writeString(script.toPath(), Commands.run(jdk, "generate-completion").standardOutput());

    Process bash = new ProcessBuilder("bash", "-n", script.getPath()).inheritIO().start();

    assertThat(bash.waitFor()).isZero();
    assertThat(script).content().contains("attach", "sessions");
  }

  @OnEachJdk
  void showsALoopWithoutAndWithTheGuard(Jdk jdk) {
    ProgramResult result = Commands.run(jdk, "demo");

    assertThat(result.exitCode()).as("%s", result).isZero();
    String[] runs = result.standardOutput().split("\n\n", 2);
    assertThat(runs[0]).contains("exceeded 100 tool calls").doesNotContain("loop-detected");
    assertThat(runs[1])
        .contains("call 3  findOrders {customer=Ada Lovelace} -> []")
        .contains("call 4  findOrders {customer=Ada Lovelace} -> loop-detected: findOrders")
        .contains("answer  I found no order of yours.");
    assertThat(result.agentLines())
        .contains("summary: 4 calls seen, 1 stopped; findings: repeat 1");
  }
}
