package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.LoggingProgram;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** The agent's lines in the log of the application. */
class ApplicationLogIT {

  private static final String TARGET = "method: dispatch, tool: arg0, args: arg1, session: thread";
  private static final String FINDING = "repeat in session ";

  @TempDir private File folder;

  @OnEachJdk(17)
  void handsFindingsToSlf4j(Jdk jdk) {
    ProgramResult result = logging(jdk, "slf4j").run(Programs.LIMIT);

    assertThat(result.standardError().lines())
        .anyMatch(line -> line.startsWith("[main] WARN io.loopsentinel - " + FINDING));
    assertThat(result.agentLines())
        .as("what is written before main")
        .anyMatch(line -> line.contains("watches for"))
        .noneMatch(line -> line.contains(FINDING));
  }

  @FullMatrix(onEachJdk = true)
  @OnEachJdk
  void handsFindingsToTheSystemLogger(Jdk jdk) {
    ProgramResult result = logging(jdk, "system_logger").run(Programs.LIMIT);

    assertThat(result.applicationErrorLines())
        .anyMatch(line -> line.startsWith("WARNING: " + FINDING));
    assertThat(result.agentLines()).noneMatch(line -> line.contains(FINDING));
  }

  @FullMatrix
  @OnEachJdk(17)
  void writesToStandardErrorWithoutSlf4jAndSaysSo(Jdk jdk) {
    ProgramResult result =
        Programs.looping(jdk, "Private", 4)
            .agentConfig(folder, config("slf4j"))
            .classPath(TestClasses.folder(), AgentJar.file())
            .run(Programs.LIMIT);

    assertThat(result.agentLines())
        .contains(
            "telemetry.log_to: slf4j is not visible to the application's class loader; lines go to"
                + " standard error")
        .anyMatch(line -> line.startsWith(FINDING));
  }

  private JavaProgram logging(Jdk jdk, String logger) {
    return JavaProgram.ofMain(LoggingProgram.class)
        .on(jdk)
        .arguments("the model gets a hint instead of a result", "Private", "4")
        .agentConfig(folder, config(logger));
  }

  private static String config(String logger) {
    return Programs.target("Private", TARGET).replace("{log: error}", "{log_to: " + logger + "}");
  }
}
