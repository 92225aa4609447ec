package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.HelloProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** What the agent does before main, and what it had better not. */
class StartIT {

  private static final String NO_TARGETS = "sentinel: {profiles: none}";
  private static final String NOTHING_GUARDED =
      "nothing is guarded: none of the configured target methods was loaded";

  @TempDir private File folder;

  @OnEachJdk
  void saysWhatItWatchesForInOneLine(Jdk jdk) throws IOException {
    File file = new File(folder, "my-sentinel.yaml");
    Files.writeString(
        file.toPath(),
        Programs.targets(
            "info",
            "{name: one, kind: run, type: com.acme.One, method: run}",
            "{name: two, kind: run, type: com.acme.Two, method: run}"));

    ProgramResult result = hello(jdk).agentArguments(file.getPath()).run(Programs.LIMIT);

    assertThat(result.agentLines())
        .first()
        .asString()
        .matches(
            "\\d+\\.\\d+\\.\\d+\\S* watches for 2 targets: configuration \\S*my-sentinel.yaml,"
                + " mode enforce, profiles none");
    assertThat(result.agentLines()).last().asString().startsWith(NOTHING_GUARDED);
  }

  @OnEachJdk
  void warnsWhereThreadsAloneTellSessionsApart(Jdk jdk) {
    String tool = "{name: one, kind: tool, type: com.acme.One, method: run, tool: method}";
    String run = "{name: two, kind: run, type: com.acme.Two, method: run}";

    ProgramResult without =
        hello(jdk).agentConfig(folder, Programs.targets("info", tool)).run(Programs.LIMIT);
    ProgramResult with =
        hello(jdk).agentConfig(folder, Programs.targets("info", tool, run)).run(Programs.LIMIT);

    String warning = "sessions are threads: nothing else separates the calls of tool target one,";
    assertThat(without.agentLines()).filteredOn(line -> line.startsWith(warning)).hasSize(1);
    assertThat(with.agentLines()).noneMatch(line -> line.startsWith(warning));
  }

  @OnEachJdk
  void leavesOutputAndExitCodeAsTheyWere(Jdk jdk) {
    JavaProgram program = hello(jdk).arguments("a", "b");

    ProgramResult without = program.run(Programs.LIMIT);
    ProgramResult with = program.agent().run(Programs.LIMIT);

    assertThat(with.standardOutput()).isEqualTo(without.standardOutput());
    assertThat(with.exitCode()).isEqualTo(without.exitCode()).isEqualTo(2);
    assertThat(with.applicationErrorLines()).isEqualTo(without.applicationErrorLines());
    assertThat(with.agentLines()).hasSize(2).last().asString().startsWith(NOTHING_GUARDED);
  }

  @OnEachJdk
  void writesNoBytecodeForAProgramWithoutTargets(Jdk jdk) {
    String targets =
        Programs.targets(
            "info",
            "{name: exact, kind: run, type: com.acme.One, method: run}",
            "{name: inherited, kind: run, type: com.acme.Two, subtypes: true, method: \"run*\"}");

    List<String> loaded = Programs.loadedClasses(hello(jdk).agentConfig(folder, targets));

    assertThat(loaded).contains("io.loopsentinel.agent.instrument.TargetTransformer");
    assertThat(loaded)
        .doesNotContain("net.bytebuddy.ByteBuddy", "io.loopsentinel.agent.instrument.HookWriter");
  }

  /**
   * Each of them reads settings when it is first used, and the application may come to set them.
   */
  @OnEachJdk
  void loadsNothingThatTheApplicationMayWantToSetUpFirst(Jdk jdk) {
    List<String> without = Programs.loadedClasses(hello(jdk));

    Set<String> with =
        new HashSet<>(Programs.loadedClasses(hello(jdk).agentConfig(folder, NO_TARGETS)));

    with.removeAll(without);
    assertThat(with).contains("io.loopsentinel.agent.launch.AgentStart");
    assertThat(with)
        .noneMatch(
            name ->
                name.startsWith("java.util.logging.")
                    || name.startsWith("java.lang.management.")
                    || name.startsWith("javax.management.")
                    || name.startsWith("java.security.MessageDigest"));
  }

  @OnEachJdk
  void leavesNoFileBehind(Jdk jdk) {
    JavaProgram program = hello(jdk).jvmOptions("-Djava.io.tmpdir=" + folder.getPath());

    ProgramResult result = program.agent().run(Programs.LIMIT);

    assertThat(result.agentLines()).hasSize(2);
    assertThat(folder.list()).isEmpty();
  }

  @OnEachJdk
  void standsBackBehindTheSameJar(Jdk jdk) {
    JavaProgram program =
        hello(jdk).jvmOptions("-javaagent:" + AgentJar.file().getPath() + "=mode=observe");

    ProgramResult result = program.agent().run(Programs.LIMIT);

    assertStandsBack(result);
  }

  @OnEachJdk
  void standsBackBehindAnotherCopy(Jdk jdk) throws IOException {
    File copy = new File(folder, "another.jar");
    Files.copy(AgentJar.file().toPath(), copy.toPath());
    JavaProgram program = hello(jdk).jvmOptions("-javaagent:" + copy.getPath() + "=mode=observe");

    ProgramResult result = program.agent().run(Programs.LIMIT);

    assertStandsBack(result);
  }

  private static void assertStandsBack(ProgramResult result) {
    assertThat(result.agentLines()).hasSize(3);
    assertThat(result.agentLines().get(0)).contains("watches for", "mode enforce");
    assertThat(result.agentLines().get(1))
        .isEqualTo(
            "another Loop Sentinel already guards this JVM with its own configuration; this one"
                + " does not start");
    assertThat(result.standardOutput()).startsWith("hello");
    assertThat(result.exitCode()).isZero();
  }

  private static JavaProgram hello(Jdk jdk) {
    return JavaProgram.ofMain(HelloProgram.class).on(jdk);
  }
}
