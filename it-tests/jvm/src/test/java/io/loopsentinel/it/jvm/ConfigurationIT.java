package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.HelloProgram;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JVM whose guard was configured wrongly. */
class ConfigurationIT {

  /** A JVM that hangs does so for ever. */
  private static final Duration SHORT = Duration.ofSeconds(30);

  @TempDir private File folder;

  @OnEachJdk
  void doesNotStartTheApplicationAndSaysAllThatIsWrong(Jdk jdk) {
    JavaProgram program =
        hello(jdk)
            .agentConfig(
                folder,
                "sentinel:\n  mod: observe\n  default: {threshold: often}\n  profiles: none");

    ProgramResult result = program.run(Programs.LIMIT);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.standardOutput()).isEmpty();
    assertThat(result.standardError())
        .contains(".yaml:2:3: unknown key \"mod\"")
        .contains("did you mean \"mode\"?")
        .contains(".yaml:3:24:")
        .contains("threshold");
  }

  @OnEachJdk(17)
  void doesNotStartTheApplicationWithoutTheFileItNames(Jdk jdk) {
    JavaProgram program = hello(jdk).agentArguments(new File(folder, "absent.yaml").getPath());

    ProgramResult result = program.run(Programs.LIMIT);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.standardOutput()).isEmpty();
    assertThat(result.standardError()).contains("absent.yaml");
  }

  @Test
  void doesNotWaitForWhatIsWrittenToAPipe() throws Exception {
    File pipe = new File(folder, "pipe.yaml");
    assertThat(new ProcessBuilder("mkfifo", pipe.getPath()).start().waitFor()).isZero();

    ProgramResult result = hello(Jdks.running()).agentArguments(pipe.getPath()).run(SHORT);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.standardError()).contains(pipe + ": is not a regular file");
  }

  @OnEachJdk
  void startsTheApplicationUnguardedIfAsked(Jdk jdk) {
    JavaProgram program =
        hello(jdk).agentConfig(folder, "sentinel:\n  on_config_error: disable\n  mod: observe\n");

    ProgramResult result = program.run(Programs.LIMIT);

    assertThat(result.exitCode()).isZero();
    assertThat(result.standardOutput()).startsWith("hello");
    assertThat(result.standardError()).contains("unknown key \"mod\"");
    assertThat(result.agentLines())
        .containsExactly(
            "the application runs WITHOUT its guard, because its configuration cannot be read");
  }

  private static JavaProgram hello(Jdk jdk) {
    return JavaProgram.ofMain(HelloProgram.class).on(jdk);
  }
}
