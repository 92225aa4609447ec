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

/**
 * Does what docs/unknown-framework.md says, in its order, with an obfuscated application that goes
 * on in chains of futures. The others are guarded in {@link InspectedApplicationsIT}.
 */
class UnknownFrameworkPageIT {

  private static final Application APPLICATION = Application.TRAVEL;
  private static final Pattern STEP =
      Pattern.compile(
          "```console\n\\$ java (?:-javaagent:loop-sentinel.jar=(\\S+) )?-jar (.*)\n((?s).*?)```");
  private static final Pattern YAML = Pattern.compile("```yaml\n((?s).*?)```");

  @TempDir private File folder;

  @OnEachJdk
  void leadsFromTheJarToALoopThatIsStopped(Jdk jdk) throws Exception {
    // given
    String page = Files.readString(Path.of("../../docs/unknown-framework.md"));
    List<MatchResult> steps = STEP.matcher(page).results().toList();
    Files.copy(APPLICATION.jar(folder).toPath(), folder.toPath().resolve("app.jar"));
    Files.copy(AgentJar.file().toPath(), folder.toPath().resolve("loop-sentinel.jar"));

    // when
    ProgramResult told = program(steps.get(0), jdk).run(Duration.ofMinutes(2));
    FirstFile file = new FirstFile(new File(folder, "sentinel-config.yaml"), told);
    file.takeTheRun();
    ApplicationRun observed = ApplicationRun.of(APPLICATION, program(steps.get(1), jdk));
    ApplicationRun discovered = ApplicationRun.of(APPLICATION, program(steps.get(2), jdk));
    file.enforce();
    ApplicationRun enforced = ApplicationRun.of(APPLICATION, program(steps.get(3), jdk));

    // then
    assertThat(steps).hasSize(4);
    assertThat(told).isEqualTo(new ProgramResult(0, steps.get(0).group(3), ""));
    assertThat(Files.readString(file.yaml().toPath()))
        .contains(YAML.matcher(page).results().map(yaml -> yaml.group(1)).toList());
    assertThat(shown(observed)).containsSubsequence(shown(steps.get(1)));
    assertThat(shown(discovered)).containsSubsequence(shown(steps.get(2)));
    assertThat(shown(enforced)).containsSubsequence(shown(steps.get(3)));
    assertThat(enforced.report("loop").answers()).containsExactly("There is none.");
  }

  private JavaProgram program(MatchResult step, Jdk jdk) {
    String[] command = step.group(2).split(" ");
    JavaProgram program =
        JavaProgram.ofJar(new File(command[0]))
            .on(jdk)
            .in(folder)
            .arguments(List.of(command).subList(1, command.length).toArray(String[]::new));
    return step.group(1) == null ? program : program.agentArguments(step.group(1));
  }

  private static List<String> shown(MatchResult step) {
    return shown(step.group(3));
  }

  private static List<String> shown(ApplicationRun run) {
    return shown(run.result().standardError());
  }

  /** The times, and what tells JVMs apart, are others each time. */
  private static List<String> shown(String lines) {
    return lines
        .lines()
        .map(line -> line.replaceFirst("[-\\dT:.]+Z ", "").replaceFirst("-[0-9a-f]{8}:", ":"))
        .toList();
  }
}
