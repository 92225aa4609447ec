package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A guarded JVM is listed, asked and steered by the command line. */
@FullMatrix(onEachJdk = true)
class SteeringCommandsIT {

  private static final String STOPPED = "error io.loopsentinel.ToolLoopError";
  private static final String CONFIG =
      Programs.target("Private", "method: dispatch, tool: arg0, args: arg1, session: '\"main\"'")
          + "    - {name: moved, kind: run, type: com.acme.Moved, method: run}\n"
          + "  default: {escalation: [terminate]}\n"
          + "  overrides: {serch: {threshold: 9}}\n";

  @TempDir private File folder;

  @OnEachJdk
  void listsGuardedAndUnguardedJvms(Jdk jdk) {
    try (RunningProgram guarded = guarded(jdk);
        RunningProgram unguarded = Commands.start(Commands.waiting(jdk), Programs.RAN)) {
      ProgramResult result = Commands.run(jdk, "list");

      assertThat(result.exitCode()).as("%s", result).isZero();
      assertThat(row(result, guarded))
          .matches(
              " *\\d+ +\\d+\\.\\d+\\S* +1 +1 +io.loopsentinel.it.jvm.program.LingeringProgram");
      assertThat(row(result, unguarded))
          .matches(" *\\d+ +- +- +- +io.loopsentinel.it.jvm.program.WaitingProgram");
      assertThat(result.standardOutput()).doesNotContain("\033");
    }
  }

  @OnEachJdk
  void tellsTheStatusAsThePageShowsIt(Jdk jdk) throws Exception {
    String page = Files.readString(Path.of("../../docs/commands.md"));

    try (RunningProgram guarded = guarded(jdk)) {
      ProgramResult result = Commands.run(jdk, "status", guarded);

      assertThat(result.exitCode()).as("%s", result).isZero();
      String shown =
          result
              .standardOutput()
              .replaceFirst("(agent +)\\S+", "$10.1.0")
              .replaceFirst("(configuration +)\\S+", "$1/opt/sentinel-config.yaml");
      assertThat(page).contains("```text\n" + shown + "```");
    }
  }

  @OnEachJdk
  void findsAJvmByItsName(Jdk jdk) {
    try (RunningProgram guarded = guarded(jdk)) {
      assertThat(guarded.pid()).isPositive();

      assertThat(Commands.run(jdk, "mode", "lingeringprogram", "observe").standardOutput())
          .isEqualTo("mode observe, previously enforce\n");
      ProgramResult unknown = Commands.run(jdk, "mode", "no-such-program", "observe");
      assertThat(unknown.exitCode()).isEqualTo(2);
      assertThat(unknown.standardError()).contains("no JVM has 'no-such-program' in its name");
    }
  }

  @OnEachJdk
  void listsAndResetsASession(Jdk jdk) {
    try (RunningProgram guarded = guarded(jdk)) {
      assertThat(Commands.run(jdk, "sessions", guarded).standardOutput())
          .isEqualTo("main  ended\n");
      assertThat(Commands.run(jdk, "reset", guarded, "main").standardOutput())
          .isEqualTo("session main is reset\n");
      assertThat(Commands.run(jdk, "sessions", guarded).standardOutput()).isEmpty();

      ProgramResult unknown = Commands.run(jdk, "reset", guarded, "main");
      assertThat(unknown.exitCode()).isEqualTo(1);
      assertThat(unknown.standardError()).contains("has no session main");
    }
  }

  @OnEachJdk
  void tellsAModelSomething(Jdk jdk) {
    try (RunningProgram guarded = guarded(jdk)) {
      assertThat(Commands.run(jdk, "tell", guarded, "main", "Look here.").standardOutput())
          .isEqualTo("session main gets the text with its next result or request\n");
      assertRefused(
          Commands.run(jdk, "tell", guarded, "other", "Look here."),
          "has no session other; the command sessions lists them");
      assertRefused(
          Commands.run(jdk, "tell", guarded, "main", "x".repeat(501)),
          "refuses: text: expected 1 to 500 characters, found 501");
    }
  }

  @OnEachJdk
  void switchesTheMode(Jdk jdk) {
    try (RunningProgram guarded = guarded(jdk)) {
      assertThat(Commands.run(jdk, "mode", guarded, "observe").standardOutput())
          .isEqualTo("mode observe, previously enforce\n");
      assertThat(Commands.run(jdk, "status", guarded).standardOutput())
          .contains("mode           observe\n");
      assertThat(Commands.run(jdk, "mode", guarded, "strict").exitCode()).isEqualTo(2);
    }
  }

  @OnEachJdk
  void readsTheConfigurationAnewAndTellsWhatIsWrongWithIt(Jdk jdk) throws Exception {
    File config = new File(folder, "config.yaml");
    Files.writeString(config.toPath(), CONFIG);
    JavaProgram program = Commands.lingering(jdk).agentArguments(config.getPath());

    try (RunningProgram guarded = Commands.start(program, STOPPED)) {
      Files.writeString(config.toPath(), CONFIG.replace("serch", "search"));
      assertThat(Commands.run(jdk, "reload", guarded).standardOutput())
          .endsWith("was read again; changed: overrides\n");

      Files.writeString(config.toPath(), CONFIG.replace("serch", "[]"));
      ProgramResult refused = Commands.run(jdk, "reload", guarded);
      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.standardError()).contains("config.yaml:", "stays in force");
    }
  }

  @OnEachJdk
  void detachesAndAttachesAgain(Jdk jdk) {
    try (RunningProgram guarded = guarded(jdk)) {
      assertThat(Commands.run(jdk, "detach", guarded).standardOutput())
          .isEqualTo(guarded.pid() + " is no longer guarded\n");
      assertThat(row(Commands.run(jdk, "list"), guarded)).contains(" - ");
      assertRefused(Commands.run(jdk, "detach", guarded), "is not guarded; run attach first");

      // Without a configuration this time.
      assertThat(Commands.run(jdk, "attach", guarded).exitCode()).isZero();
      assertThat(Commands.run(jdk, "status", guarded).standardOutput())
          .contains("configuration  defaults\n");
      assertRefused(
          Commands.run(jdk, "reload", guarded),
          "this JVM was started without a configuration file. The previous configuration stays in"
              + " force.");
      assertThat(Commands.run(jdk, "detach", guarded).exitCode()).isZero();
      assertRefused(Commands.run(jdk, "detach", guarded), "is not guarded; run attach first");
    }
  }

  @OnEachJdk
  void saysOfAnAgentThatHasNothingToGuardThatItIsNotSeenYet(Jdk jdk) {
    try (RunningProgram watched = Commands.start(Commands.lingering(jdk).agent(), Programs.RAN)) {
      assertThat(row(Commands.run(jdk, "list"), watched)).matches(" *\\d+ +\\d\\S+ +0 +0 .*");
      assertRefused(
          Commands.run(jdk, "detach", watched),
          "has an agent, but no call was guarded so far, or telemetry.jmx is false there");
      assertThat(Commands.run(jdk, "attach", watched).standardError())
          .contains("is already guarded");
    }
  }

  private static void assertRefused(ProgramResult result, String words) {
    assertThat(result.standardError()).endsWith(words + "\n");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  private RunningProgram guarded(Jdk jdk) {
    return Commands.start(Commands.lingering(jdk).agentConfig(folder, CONFIG), STOPPED);
  }

  private static String row(ProgramResult list, RunningProgram jvm) {
    return list.standardOutput()
        .lines()
        .filter(line -> line.strip().startsWith(jvm.pid() + " "))
        .findFirst()
        .orElseThrow(() -> new AssertionError("not listed: " + list));
  }
}
