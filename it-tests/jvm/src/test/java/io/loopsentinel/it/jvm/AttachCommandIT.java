package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import java.io.File;
import java.io.IOException;
import org.junit.jupiter.api.io.TempDir;

/** {@code java -jar loop-sentinel.jar attach}: a JVM that runs is guarded from now on. */
@FullMatrix(onEachJdk = true)
class AttachCommandIT {

  private static final String CONFIG =
      Programs.target(
          "Tool", "method: execute, subtypes: true, tool: arg0.tool, args: arg0.arguments");

  @TempDir private File folder;

  @OnEachJdk
  void stopsALoopOnceAttached(Jdk jdk) throws IOException {
    try (RunningProgram jvm = Commands.start(Commands.waiting(jdk), Programs.RAN)) {
      ProgramResult attached = Commands.run(jdk, "attach", jvm, "-c", file(CONFIG));
      ProgramResult again = Commands.run(jdk, "attach", jvm);
      ProgramResult asked = Commands.run(jdk, "status", jvm);
      jvm.closeInput();
      ProgramResult result = jvm.await(Programs.LIMIT);

      assertThat(attached.exitCode()).as("%s", attached).isZero();
      assertThat(attached.standardOutput()).isEqualTo(jvm.pid() + " is guarded now\n");
      assertThat(again.exitCode()).isEqualTo(1);
      assertThat(again.standardError()).startsWith(jvm.pid() + " is already guarded by ");
      assertThat(asked.standardOutput()).contains("watched        1 target, profiles none\n");
      assertThat(result.standardOutput()).contains("loop-detected: search");
    }
  }

  @OnEachJdk(17)
  void leavesSecretsToTheJvmThatUsesThem(Jdk jdk) throws IOException {
    String config =
        CONFIG.replace(
            "telemetry: {",
            "telemetry: {webhooks: [{url: \"${ALERT_URL}\", events: [session.reset]}], ");
    JavaProgram program = Commands.waiting(jdk);
    try (RunningProgram without = Commands.start(program, Programs.RAN);
        RunningProgram with =
            Commands.start(
                Commands.waiting(jdk).environment("ALERT_URL", "http://127.0.0.1:9/"),
                Programs.RAN)) {
      ProgramResult attached = Commands.run(jdk, "attach", with, "-c", file(config));
      Commands.run(jdk, "attach", without, "-c", file(config));
      ProgramResult status = Commands.run(jdk, "status", without);

      assertThat(attached.exitCode()).as("%s", attached).isZero();
      assertThat(attached.standardOutput()).contains("is guarded now");
      assertThat(status.exitCode()).as("%s", status).isNotZero();
      without.awaitError(
          text -> text.contains("the environment variable ALERT_URL is not set"), Programs.LIMIT);
      assertThat(without.standardError()).contains("WITHOUT its guard");
    }
  }

  @OnEachJdk(17)
  void tellsTheProblemsOfAConfigurationAndLeavesTheJvmAlone(Jdk jdk) throws IOException {
    try (RunningProgram jvm = Commands.start(Commands.waiting(jdk), Programs.RAN)) {
      ProgramResult refused =
          Commands.run(jdk, "attach", jvm, "-c", file("sentinel: {mod: observe}"));
      ProgramResult missing = Commands.run(jdk, "attach", jvm, "-c", "nosuch.yaml");
      jvm.closeInput();
      ProgramResult result = jvm.await(Programs.LIMIT);

      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.standardError()).contains("unknown key \"mod\"");
      assertThat(missing.exitCode()).isEqualTo(1);
      assertThat(missing.standardError()).contains("nosuch.yaml");
      assertThat(result.standardError()).isEmpty();
    }
  }

  private String file(String yaml) throws IOException {
    return Programs.file(folder, yaml).getPath();
  }
}
