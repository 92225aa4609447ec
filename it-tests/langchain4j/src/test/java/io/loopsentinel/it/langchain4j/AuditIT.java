package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log of LangChain4j, played again by the command that ships. */
@FullMatrix
class AuditIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private File folder;

  @Test
  void isPlayedBackToTheSameDecisions() throws IOException {
    File log = new File(folder, "audit.jsonl");
    ProgramResult guarded = program(log).run(LIMIT);
    assertThat(guarded.exitCode()).as("%s", guarded).isZero();

    ProgramResult replay =
        JavaProgram.ofJar(AgentJar.file())
            .arguments("replay", log.getPath(), "--json", "-")
            .run(LIMIT);

    assertThat(replay.exitCode()).as("%s", replay).isZero();
    assertThat(replay.standardError()).isEmpty();
    JsonNode report = JSON.readTree(replay.standardOutput());
    assertThat(report.get("runs"))
        .isNotEmpty()
        .allSatisfy(run -> assertThat(run.get("decided_differently")).isEmpty());
    List<String> played = new ArrayList<>();
    report.get("runs").forEach(run -> run.get("decisions").forEach(d -> played.add(d.asText())));
    assertThat(played)
        .containsExactlyInAnyOrderElementsOf(decisions(log))
        .contains("run", "hint", "abort", "run, warn");
  }

  /** Leaves out calls after the end of their run, which are not judged, as the replay does. */
  private static List<String> decisions(File log) throws IOException {
    List<String> decisions = new ArrayList<>();
    for (String line : Files.readAllLines(log.toPath())) {
      JsonNode read = JSON.readTree(line);
      if (read.get("type").asText().equals("call") && !read.path("after_end").asBoolean()) {
        String after = read.path("decision_after").asText();
        decisions.add(read.get("decision").asText() + (after.isEmpty() ? "" : ", " + after));
      }
    }
    return decisions;
  }

  private static JavaProgram program(File log) {
    return LangChain4jApplication.program(Version.NEWEST, true)
        .agentArguments("telemetry.audit.file=" + log + ",telemetry.audit.calls=true")
        .arguments(
            Stream.of(
                    ModelBehaviour.HEALTHY,
                    ModelBehaviour.POLLING,
                    ModelBehaviour.LOOPING,
                    ModelBehaviour.STUBBORN,
                    LangChain4jBehaviour.FAILING_AT_LENGTH)
                .map(Behaviour::name)
                .toArray(String[]::new));
  }
}
