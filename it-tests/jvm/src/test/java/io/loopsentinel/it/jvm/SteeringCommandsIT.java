package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.WaitingProgram;
import java.io.File;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A guarded JVM is listed, asked and steered by the command line. */
@FullMatrix
class SteeringCommandsIT {

  private static final String STOPPED = "error io.loopsentinel.ToolLoopError";
  private static final String CONFIG =
      Programs.target("Private", "method: dispatch, tool: arg0, args: arg1, session: '\"main\"'")
          + "    - {name: moved, kind: run, type: com.acme.Moved, method: run}\n"
          + "  default: {escalation: [terminate]}\n"
          + "  overrides: {serch: {threshold: 9}}\n";

  private static final String TOOL =
      Programs.target(
              "Tool",
              "method: execute, subtypes: true, tool: arg0.tool, args: arg0.arguments",
              "session: '\"main\"'")
          .replace("{log: error}", "{log: info}");

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
  void listsTellsAndResetsASession(Jdk jdk) {
    try (RunningProgram guarded = guarded(jdk)) {
      assertThat(Commands.run(jdk, "sessions", guarded).standardOutput())
          .containsPattern("\nmain +4 +\\S+Z  ended\n");

      assertThat(Commands.run(jdk, "tell", guarded, "main", "Look here.").standardOutput())
          .isEqualTo("session main gets the text with its next result or request\n");
      assertThat(
              Commands.run(jdk, "tell", guarded, "new", "Look here.", "--next-run")
                  .standardOutput())
          .isEqualTo("the next run of new gets the text\n");
      assertRefused(
          Commands.run(jdk, "tell", guarded, "other", "Look here."),
          "has no session other; the command sessions lists them");
      assertRefused(
          Commands.run(jdk, "tell", guarded, "main", "x".repeat(501)),
          "refuses: text: expected 1 to 500 characters, found 501");

      assertThat(Commands.run(jdk, "reset", guarded, "main").standardOutput())
          .isEqualTo("session main is reset\n");
      assertThat(Commands.run(jdk, "sessions", guarded).standardOutput()).doesNotContain("main");

      ProgramResult unknown = Commands.run(jdk, "reset", guarded, "main");
      assertThat(unknown.exitCode()).isEqualTo(1);
      assertThat(unknown.standardError()).contains("has no session main");
    }
  }

  @OnEachJdk
  void switchesTheModeOfAJvmThatItFindsByItsName(Jdk jdk) {
    try (RunningProgram guarded = guarded(jdk)) {
      assertThat(Commands.run(jdk, "mode", "lingeringprogram", "observe").standardOutput())
          .isEqualTo("mode observe, previously enforce\n");
      assertThat(Commands.run(jdk, "status", guarded).standardOutput())
          .contains("mode           observe\n");
      assertThat(Commands.run(jdk, "mode", guarded, "strict").exitCode()).isEqualTo(2);
      ProgramResult unknown = Commands.run(jdk, "mode", "no-such-program", "observe");
      assertThat(unknown.exitCode()).isEqualTo(2);
      assertThat(unknown.standardError()).contains("no JVM has 'no-such-program' in its name");
    }
  }

  @OnEachJdk
  void readsTheConfigurationAnewAndTellsWhatIsWrongWithIt(Jdk jdk) throws Exception {
    File config = Programs.file(folder, CONFIG);
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
  void tellsThatAJvmKeepsTheVersionThatItHasLoadedFirst(Jdk jdk) throws Exception {
    Path other = Files.copy(AgentJar.file().toPath(), folder.toPath().resolve("other.jar"));
    try (FileSystem jar = FileSystems.newFileSystem(other)) {
      Path manifest = jar.getPath("META-INF/MANIFEST.MF");
      String version = "Implementation-Version: ";
      Files.writeString(
          manifest, Files.readString(manifest).replaceAll(version + "\\S+", version + "9.9.9"));
    }
    JavaProgram program = Commands.lingering(jdk).jvmOptions("-javaagent:" + other);
    try (RunningProgram guarded = Commands.start(program, Programs.RAN)) {
      assertThat(Commands.run(jdk, "detach", guarded).exitCode()).isZero();

      assertThat(Commands.run(jdk, "attach", guarded).standardOutput())
          .startsWith(
              guarded.pid()
                  + " is guarded now by version 9.9.9, which this JVM has loaded before; start it"
                  + " again for ");
    }
  }

  @OnEachJdk
  void showsAndRemovesAnAgentThatHasGuardedNothingSoFar(Jdk jdk) {
    try (RunningProgram watched = Commands.start(Commands.lingering(jdk).agent(), Programs.RAN)) {
      assertThat(row(Commands.run(jdk, "list"), watched)).matches(" *\\d+ +\\d\\S+ +0 +0 .*");
      assertThat(Commands.run(jdk, "status", watched).standardOutput())
          .containsPattern("watched        \\d+ targets, all profiles\n")
          .contains("guarded        nothing so far: no class with a target's method was loaded\n");
      assertThat(Commands.run(jdk, "attach", watched).standardError())
          .contains("is already guarded");
      assertThat(Commands.run(jdk, "detach", watched).standardOutput())
          .isEqualTo(watched.pid() + " is no longer guarded\n");
    }
  }

  @OnEachJdk
  void endsASessionFromOutside(Jdk jdk) {
    JavaProgram program =
        JavaProgram.ofMain(WaitingProgram.class).on(jdk).agentConfig(folder, TOOL);
    try (RunningProgram guarded = Commands.start(program, Programs.RAN)) {
      ProgramResult ended = Commands.run(jdk, "end", guarded, "main");
      ProgramResult unknown = Commands.run(jdk, "end", guarded, "other");
      ProgramResult table = Commands.run(jdk, "sessions", guarded);
      ProgramResult json = Commands.run(jdk, "sessions", guarded, "--json");
      ProgramResult top = Commands.run(jdk, "top", guarded, "--count", "2", "--interval", "1");
      guarded.closeInput();
      ProgramResult result = guarded.await(Programs.LIMIT);

      assertThat(ended.standardOutput())
          .isEqualTo(
              "session main is ended; its calls and turns fail until it is reset or a new run of it begins\n");
      assertRefused(unknown, "has no session other; the command sessions lists them");
      assertThat(table.standardOutput()).containsPattern("\nmain +1 +\\S+Z  ended\n");
      assertThat(json.standardOutput())
          .contains("\"session\" : \"main\"", "\"calls\" : 1", "\"state\" : \"ended\"");
      assertThat(top.exitCode()).isZero();
      assertThat(top.standardOutput().lines())
          .filteredOn(line -> line.contains("mode"))
          .hasSize(2)
          .containsOnly(guarded.pid() + ", mode enforce: 1 call, 0 stopped; 0 questions wait");
      assertThat(top.standardOutput()).doesNotContain("\033");
      assertThat(result.standardOutput().lines().skip(1)).hasSize(6).containsOnly(STOPPED);
      assertThat(result.agentLines()).contains("session main was ended over JMX");
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
