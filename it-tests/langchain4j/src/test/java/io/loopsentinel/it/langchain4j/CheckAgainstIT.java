package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an upgrade from LangChain4j 1.4 to the newest takes away. */
@FullMatrix
class CheckAgainstIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir private File folder;

  @Test
  void theProfileHasATargetForEachThatIsGone() {
    ProgramResult check = upgrade("profiles=langchain4j").successful();

    assertThat(check.standardOutput())
        .containsPattern("langchain4j-1\\.19\\S*\\.jar replaces langchain4j-1\\.4\\.0\\.jar")
        .contains(
            "tool target langchain4j-1.4-tool (profile langchain4j:",
            "no longer matches; replaced by langchain4j-tool on"
                + " dev.langchain4j.service.tool.ToolService.executeWithErrorHandling(",
            "no longer matches; replaced by langchain4j-unknown-tool on"
                + " dev.langchain4j.service.tool.ToolService.applyToolHallucinationStrategy(")
        .endsWith(" unchanged, no problem.\n");
  }

  @Test
  void aFileOfTodayLosesItsTarget() throws IOException {
    String target =
        "{name: tools, kind: tool, type: dev.langchain4j.service.tool.ToolService,"
            + " method: applyToolHallucinationStrategy,"
            + " returns: dev.langchain4j.data.message.ToolExecutionResultMessage,"
            + " tool: arg0.name()}";

    File file = new File(folder, "sentinel-config.yaml");
    Files.writeString(file.toPath(), "sentinel: {profiles: none, targets: [" + target + "]}");

    ProgramResult check = upgrade(file.getPath());

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(check.standardOutput())
        .contains(
            "no longer guards dev.langchain4j.service.tool.ToolService"
                + ".applyToolHallucinationStrategy(ToolExecutionRequest):"
                + " ToolExecutionResultMessage\n",
            "applyToolHallucinationStrategy(ToolExecutionRequest) returns"
                + " dev.langchain4j.service.tool.ToolExecutionResult, not ")
        .endsWith("\n0 targets unchanged, 1 problem.\n");
  }

  private static ProgramResult upgrade(String configuration) {
    return JavaProgram.ofJar(AgentJar.file())
        .arguments("check", "-c", configuration, jars(Version.V1_4, File.pathSeparator))
        .arguments("--against", jars(Version.NEWEST, ","))
        .run(LIMIT);
  }

  private static String jars(Version version, String separator) {
    return Stream.of(version.classPath(true))
        .map(File::getPath)
        .filter(path -> path.endsWith(".jar"))
        .collect(Collectors.joining(separator));
  }
}
