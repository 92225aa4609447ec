package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report as JSON. */
class CheckJsonTest {

  private static final String YAML =
      """
      sentinel:
        profiles: [spring-ai]
        targets:
          - {name: ask, kind: run, type: DESK.Desk, method: ask, session: arg0}
          - {name: wrong, kind: tool, type: DESK.Desk, method: dispatch, tool: arg0.name}
          - {name: none, kind: tool, type: DESK.Nobody, method: dispatch, tool: arg0}
      """;

  @TempDir private Path folder;

  @Test
  void agreesWithTheText() throws IOException {
    CheckInvocation check = check("--json", "-");
    JsonNode json = new ObjectMapper().readTree(check.out());

    assertThat(check.exitCode()).isEqualTo(1);
    assertThat(json.get("format").asText()).isEqualTo("loop-sentinel-check");
    assertThat(json.get("version").asInt()).isEqualTo(1);
    assertThat(json.get("classes").asInt()).isEqualTo(8);
    assertThat(json.get("guarded").asInt()).isEqualTo(1);
    assertThat(json.get("problems").asInt()).isEqualTo(2);

    JsonNode guarded = json.at("/targets/0/methods/0");
    assertThat(guarded.get("method").asText()).isEqualTo("DESK.Desk.ask(String, String): String");
    assertThat(guarded.get("status").asText()).isEqualTo("guarded");
    assertThat(guarded.at("/expressions/0"))
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"key": "session", "expression": "arg0", "place": "sentinel-config.yaml:4:100",
                     "type": "java.lang.String", "at_run_time": []}
                    """));
    assertThat(guarded.at("/effects/0/name").asText()).isEqualTo("reset");

    assertThat(json.at("/targets/1/problem").asBoolean()).isTrue();
    assertThat(json.at("/targets/1/methods/0/status").asText()).isEqualTo("unguarded");
    assertThat(json.at("/targets/1/methods/0/reason").asText())
        .startsWith("sentinel-config.yaml:5:")
        .contains("has no member \"name\"");
    assertThat(json.at("/targets/2/mismatch").asText())
        .isEqualTo("no class DESK.Nobody is on the class path");

    assertThat(json.at("/profiles/0/name").asText()).isEqualTo("spring-ai");
    assertThat(json.at("/profiles/0/matched").asInt()).isZero();
    assertThat(json.at("/profiles/0/targets")).isNotEmpty();
  }

  @Test
  void isWrittenToAFileBesideTheText() throws IOException {
    Path file = folder.resolve("check.json");

    CheckInvocation check = check("--json", file.toString());

    assertThat(check.out()).startsWith("Configuration sentinel-config.yaml, ");
    assertThat(new ObjectMapper().readTree(Files.readString(file)).get("problems").asInt())
        .isEqualTo(2);
  }

  @Test
  void aFileThatCannotBeWrittenIsWrongUsage() throws IOException {
    CheckInvocation check = check("--json", folder.toString());

    assertThat(check.exitCode()).isEqualTo(2);
    assertThat(check.err()).startsWith("--json " + folder + ": cannot be written: ");
  }

  private CheckInvocation check(String... options) throws IOException {
    return CheckInvocation.of(
        folder, YAML, ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL), options);
  }
}
