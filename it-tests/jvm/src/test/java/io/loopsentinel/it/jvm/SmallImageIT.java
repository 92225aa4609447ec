package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** An image that {@code jlink} made without Flight Recorder, JMX and the HTTP client. */
@FullMatrix(onEachJdk = true)
class SmallImageIT {

  private static final String TARGET = "method: dispatch, tool: arg0, args: arg1";

  /** Where the images are, one for each JDK. */
  @TempDir private static File images;

  @TempDir private File folder;

  @OnEachJdk
  void isGuardedWithoutThem(Jdk jdk) throws Exception {
    Jdk image = image(jdk);
    File audit = new File(folder, "audit.jsonl");
    String config =
        Programs.target("Private", TARGET)
            .replace(
                "log: error",
                "log: info, jfr: {checks: true}, jmx: true, audit: {file: "
                    + audit
                    + "}, page: {port: 0}, webhooks: [{url: \"http://localhost/\"}]");
    JavaProgram program = Programs.looping(image, "Private", 6).agentConfig(folder, config);

    ProgramResult result = program.run(Programs.LIMIT);

    assertThat(result.standardOutput().lines().toList())
        .hasSize(6)
        .startsWith(Programs.RAN, Programs.RAN, Programs.RAN)
        .endsWith("error io.loopsentinel.ToolLoopError");
    assertThat(result.agentLines())
        .contains(
            "summary: 6 calls seen, 3 stopped; findings: repeat 3",
            "telemetry.webhooks: no alert will be sent, because this JVM runs without the module"
                + " java.net.http; start it with --add-modules java.net.http")
        .noneMatch(line -> line.contains("failed") || line.contains("cannot"));
    assertThat(audit).content().contains("\"type\":\"loop.detected\"");
    assertThat(result.applicationErrorLines()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  @OnEachJdk
  void hasNoCommandsForOtherJvmsAndSaysSo(Jdk jdk) throws Exception {
    Jdk image = image(jdk);

    for (String[] command :
        new String[][] {{"list"}, {"status", "1"}, {"attach", "1"}, {"detach", "1"}}) {
      ProgramResult result = Commands.run(image, command);

      assertThat(result.standardError())
          .isEqualTo(
              "This java has no module jdk.attach, which finds other JVMs; use the"
                  + " java of a JDK\n");
      assertThat(result.standardOutput()).isEmpty();
      assertThat(result.exitCode()).isEqualTo(1);
    }
    assertThat(Commands.run(image, "version").standardOutput()).startsWith("loop-sentinel ");
    assertThat(Commands.run(image, "attach", "--help").standardOutput()).contains("Example:");
  }

  /** Returns an image that has what the agent needs, and nothing else. */
  private static Jdk image(Jdk jdk) throws IOException, InterruptedException {
    File image = new File(images, jdk.toString());
    if (!image.isDirectory()) {
      File output = new File(images, "jlink.txt");
      Process process =
          new ProcessBuilder(
                  new File(jdk.java().getParentFile(), "jlink").getPath(),
                  "--add-modules",
                  "java.base,java.instrument",
                  "--output",
                  image.getPath())
              .redirectErrorStream(true)
              .redirectOutput(output)
              .start();
      assertThat(process.waitFor(Programs.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(output.toPath())).isZero();
    }
    return new Jdk(jdk.feature(), image);
  }
}
