package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code inspect} finds in a framework whose dispatch is known. */
@FullMatrix
class InspectIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern RANK = Pattern.compile(" *# \\d+\\. .*");

  @Test
  void findsTheDispatchOfToolsAmongTheFirstThree() throws URISyntaxException {
    assertThat(ranked("--ignore-profiles", "--kind", "tool").subList(0, 3))
        .anyMatch(line -> line.contains("tool.ToolService.internalExecuteTool, score "));
  }

  @Test
  void putsNoRunInForceWhereTheCallsTellTheirs() throws URISyntaxException {
    assertThat(inspect("--ignore-profiles", "--kind", "run").standardOutput())
        .contains("targets: []")
        .contains("DefaultAiServices$1.invoke, score ");
    assertThat(inspect("--ignore-profiles", "--kind", "tool").standardOutput())
        .contains("\n      session: arg0?.invocationId() ?? run");
  }

  @Test
  void saysThatTheProfileGuardsThem() throws URISyntaxException {
    ProgramResult result = inspect();

    assertThat(result.standardOutput())
        .contains("targets: []")
        .contains("internalExecuteTool leads to what is guarded by profile langchain4j")
        .contains("ChatModel.chat is guarded by profile langchain4j (langchain4j-turn)")
        .contains("DefaultAiServices$1.invoke is guarded by profile langchain4j");
  }

  @Test
  void leavesNothingToDecideWhereTheProfileGuards(@TempDir File folder) throws URISyntaxException {
    assertThat(inspect("--apply=" + new File(folder, "first.yaml")).standardOutput())
        .containsPattern("first.yaml: [1-9]\\d* methods would be guarded, no problem.\n")
        .contains("there is nothing to decide.")
        .doesNotContain("lines to decide");
  }

  private static List<String> ranked(String... options) throws URISyntaxException {
    return inspect(options).standardOutput().lines().filter(RANK.asMatchPredicate()).toList();
  }

  private static ProgramResult inspect(String... options) throws URISyntaxException {
    String jars = jarOf(AiServices.class) + File.pathSeparator + jarOf(ChatModel.class);
    ProgramResult result =
        JavaProgram.ofJar(AgentJar.file())
            .arguments("inspect")
            .arguments(options)
            .arguments(jars)
            .run(LIMIT);
    assertThat(result.exitCode()).isZero();
    assertThat(result.standardError()).isEmpty();
    return result;
  }

  private static File jarOf(Class<?> type) throws URISyntaxException {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
