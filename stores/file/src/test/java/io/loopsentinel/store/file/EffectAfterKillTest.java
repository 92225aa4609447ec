package io.loopsentinel.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An effect that happens once, and a JVM that is killed while its call runs. */
@Timeout(120)
class EffectAfterKillTest {

  @TempDir private Path folder;

  @Test
  void isUnknownToTheNextJvmWhichDoesNotExecuteIt() throws Exception {
    Process killed = start(false);
    try (BufferedReader output = killed.inputReader()) {
      assertThat(output.readLine()).isEqualTo("executing");
      killed.destroyForcibly().waitFor();
    }

    for (int i = 0; i < 2; i++) {
      assertThat(outputOf(start(true)))
          .startsWith("loop-detected: pay with these arguments began at ")
          .contains("and its outcome is unknown. This call was not run. It may have happened:");
    }
  }

  @Test
  void isDoneForTheNextJvmIfItsOutcomeWasSeen() throws Exception {
    assertThat(outputOf(start(true))).isEqualTo("executing");

    assertThat(outputOf(start(true)))
        .startsWith("loop-detected: pay with these arguments was done at ");
  }

  private static String outputOf(Process process) throws Exception {
    try (BufferedReader output = process.inputReader()) {
      String line = output.readLine();
      assertThat(process.waitFor()).isZero();
      return line;
    }
  }

  private Process start(boolean ends) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            PayingProgram.class.getName(),
            folder.resolve("sessions.db").toString(),
            Boolean.toString(ends))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
