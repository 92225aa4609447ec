package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code java -jar loop-sentinel.jar replay}, from the jar that ships. */
@FullMatrix
class ReplayIT {

  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final File SAMPLES = new File("../../docs/samples");

  @TempDir Path folder;

  @OnEachJdk
  void playsRunsAndWritesReports(Jdk jdk) throws IOException {
    Path json = folder.resolve("report.json");

    ProgramResult result =
        program()
            .on(jdk)
            .arguments(
                "replay",
                sample("runs.jsonl"),
                "--labels",
                sample("labels.jsonl"),
                "--json",
                json.toString())
            .run(LIMIT);

    assertThat(result.exitCode()).isZero();
    assertThat(result.standardError()).isEmpty();
    assertThat(result.standardOutput())
        .contains("4 of the runs have one of the 4 labels.")
        .containsPattern("(?m)^runs.jsonl +4 +28 ");
    assertThat(json).content().contains("\"format\" : \"loop-sentinel-replay\"");
  }

  @Test
  void printsTheSameWhateverTheEncodingOfTheOutput() {
    JavaProgram replay = program().arguments("replay", sample("runs.jsonl"), "--runs", "--suggest");

    ProgramResult ascii = replay.jvmOptions("-Dstdout.encoding=US-ASCII").run(LIMIT);

    assertThat(ascii.standardOutput()).isEqualTo(replay.run(LIMIT).standardOutput());
  }

  @Test
  void isConfiguredByItsOptionsAlone() {
    JavaProgram replay = program().arguments("replay", sample("runs.jsonl"));

    ProgramResult configured =
        replay
            .environment("LOOPSENTINEL_DEFAULT_THRESHOLD", "2")
            .jvmOptions("-Dloopsentinel.default.threshold=2")
            .run(LIMIT);

    assertThat(configured.standardOutput()).isEqualTo(replay.run(LIMIT).standardOutput());
  }

  private static JavaProgram program() {
    return JavaProgram.ofJar(AgentJar.file());
  }

  private static String sample(String name) {
    return new File(SAMPLES, name).getPath();
  }
}
