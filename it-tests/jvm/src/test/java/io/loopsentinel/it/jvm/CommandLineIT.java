package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import java.io.File;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What the command line tells of itself, and its demonstration. */
@FullMatrix(onEachJdk = true)
class CommandLineIT {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private static final List<String> COMMANDS =
      List.of(
          "list --json",
          "status %d --json",
          "sessions %d --json",
          "sessions %d --all --json",
          "top %d --count 1 --json",
          "budget list %d --json",
          "tell %d main Hello --next-run --json",
          "mode %d observe --json",
          "reload %d --json",
          "detach %d --json",
          "status %d --json",
          "attach %d --json");

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

  @OnEachJdk
  void showsThemAsJson(Jdk jdk) throws Exception {
    JsonNode runs = JSON.readTree(Commands.run(jdk, "demo", "--json").standardOutput());

    assertThat(runs.at("/without/calls").asInt()).isEqualTo(100);
    assertThat(runs.at("/without/first").findValuesAsText("verdict")).containsOnly("run");
    assertThat(runs.at("/with/first").findValuesAsText("verdict"))
        .containsExactly("run", "run", "run", "hint");
    assertThat(runs.at("/with/end").asText()).startsWith("I found no order of yours.");
  }

  /** Each command, in short; {@link SteeringCommandsIT} tries more, on one JDK. */
  @OnEachJdk
  void printsOneDocumentForEachCommandWithJson(Jdk jdk) throws Exception {
    try (RunningProgram jvm = Commands.start(Commands.lingering(jdk).agent(), Programs.RAN)) {
      for (String line : COMMANDS) {
        ProgramResult result = Commands.run(jdk, line.formatted(jvm.pid()).split(" "));

        JsonNode printed = JSON.readTree(result.standardOutput());
        assertThat(printed.isContainerNode()).as("%s: %s", line, result).isTrue();
        assertThat(printed.has("error")).as(line).isEqualTo(result.exitCode() != 0);
      }
    }
  }
}
