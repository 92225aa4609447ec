package io.loopsentinel.it.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class JavaProgramTest {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final JavaProgram echo = JavaProgram.ofMain(EchoProgram.class);

  @OnEachJdk
  void givesBackExitCodeAndBothStreams(Jdk jdk) {
    JavaProgram program =
        echo.on(jdk)
            .arguments("one", "two")
            .jvmOptions("-Dsome.property=set")
            .environment("SOME_VARIABLE", "also set");

    ProgramResult result = program.run(LIMIT);

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.standardOutput()).isEqualToIgnoringNewLines("one two grün");
    assertThat(result.applicationErrorLines())
        .containsExactly(
            "property=set", "variable=also set", "options=none", "version=" + jdk.feature());
  }

  @Test
  void leavesTheProgramItWasMadeFromAsItWas() {
    JavaProgram changed = echo.arguments("one").arguments("two");

    ProgramResult result = echo.run(LIMIT);

    assertThat(changed).isNotSameAs(echo);
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void runsWhileTheTestDoesSomethingElse() {
    try (RunningProgram program = echo.arguments("wait").start()) {
      program.awaitOutput(text -> text.contains("wait grün"), LIMIT);
      program.closeInput();

      assertThat(program.await(LIMIT).exitCode()).isEqualTo(1);
    }
  }

  @Test
  void killsAProgramThatDoesNotEndAndTellsWhatItWrote() {
    RunningProgram program = echo.arguments("wait").start();
    program.awaitOutput(text -> text.contains("wait grün"), LIMIT);

    assertThatThrownBy(() -> program.await(Duration.ZERO))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("EchoProgram has not ended within PT0S")
        .hasMessageContaining("wait grün")
        .hasMessageContaining("threads of process " + program.pid())
        .hasMessageContaining("EchoProgram.main")
        .hasMessageNotContaining("_java_thread_list")
        .hasMessageNotContaining("VM Thread");
    assertThat(ProcessHandle.of(program.pid()).filter(ProcessHandle::isAlive)).isEmpty();
    assertThat(new File(System.getProperty("java.io.tmpdir"), ".java_pid" + program.pid()))
        .doesNotExist();
  }

  @Test
  void tellsTheLinesOfTheAgentFromThoseOfTheApplication() {
    ProgramResult result =
        new ProgramResult(0, "", "[loop-sentinel] started\napplication\n[loop-sentinel] found\n");

    assertThat(result.agentLines()).containsExactly("started", "found");
    assertThat(result.applicationErrorLines()).containsExactly("application");
  }
}
