package io.loopsentinel.it.closedsource;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** Does what docs/unknown-framework.md says, in its order, with the assistant of a bank. */
class UnknownFrameworkPageIT {

  private static final Application APPLICATION = Application.BANK;
  private static final Pattern STEP =
      Pattern.compile("```console\n\\$ java (\\S+ )?-jar (.*)\n((?s).*?)```");
  private static final Pattern RUN = Pattern.compile("```yaml\n(    - \\{name: my-run, .*\n)```");

  @TempDir private File folder;

  @OnEachJdk
  void leadsFromTheJarToALoopThatIsStopped(Jdk jdk) throws Exception {
    String page = Files.readString(Path.of("../../docs/unknown-framework.md"));
    MatchResult init = steps(page, "loop-sentinel.jar init app.jar").get(0);
    List<MatchResult> runs = steps(page, "app.jar");
    Path file = folder.toPath().resolve("sentinel-config.yaml");
    APPLICATION.plainJar(new File(folder, "app.jar"));
    Files.copy(AgentJar.file().toPath(), folder.toPath().resolve("loop-sentinel.jar"));

    ProgramResult initialized =
        program("loop-sentinel.jar", jdk).arguments("init", "app.jar").run(Duration.ofMinutes(2));
    assertThat(initialized).isEqualTo(new ProgramResult(0, init.group(3), ""));
    String written = Files.readString(file);
    ApplicationRun observed = run(jdk);
    String withRun =
        written.replaceFirst(
            "    # - \\{name: my-run.*\n",
            RUN.matcher(page).results().findFirst().orElseThrow().group(1));
    Files.writeString(file, withRun.replace("mode: observe", "mode: enforce"));
    ApplicationRun enforced = run(jdk);

    assertThat(page).contains("```yaml\n" + written + "```");
    assertThat(shown(observed)).containsSubsequence(shown(runs.get(0).group(3)));
    assertThat(shown(enforced)).containsSubsequence(shown(runs.get(1).group(3)));
    assertThat(observed.report("loop").calls()).hasSize(12);
    assertThat(enforced.report("loop").calls()).hasSize(3);
    assertThat(enforced.report("loop").answers()).containsExactly("There is none.");
    assertThat(enforced.report("errands").calls()).hasSize(5);
    assertThat(enforced.report("pair").answers()).containsExactly("Looked twice.", "Looked twice.");
  }

  /** Returns the examples with a command, except those with other arguments of the agent. */
  private static List<MatchResult> steps(String page, String command) {
    return STEP.matcher(page)
        .results()
        .filter(step -> step.group(2).equals(command))
        .filter(step -> !String.valueOf(step.group(1)).contains("=discover"))
        .toList();
  }

  private ApplicationRun run(Jdk jdk) {
    return ApplicationRun.of(
        APPLICATION, program("app.jar", jdk).agentArguments("sentinel-config.yaml"));
  }

  private JavaProgram program(String jar, Jdk jdk) {
    return JavaProgram.ofJar(new File(jar)).on(jdk).in(folder);
  }

  private static List<String> shown(ApplicationRun run) {
    return shown(run.result().standardError());
  }

  /** The times, and the parts of names that differ by JVM, are left out. */
  private static List<String> shown(String lines) {
    return lines
        .lines()
        .map(line -> line.replaceFirst("[-\\dT:.]+Z ", "").replaceFirst("\\d+-[0-9a-f]{8}:", ":"))
        .toList();
  }
}
