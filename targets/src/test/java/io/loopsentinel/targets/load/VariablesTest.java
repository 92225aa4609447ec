package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** References to environment variables in a file. */
class VariablesTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "DIR", "/var/lib/shop",
          "N", "5",
          "MODE", "enforce",
          "LADDER", "[hint, abort]",
          "SECRET", "s3cret");

  @TempDir private File folder;

  @Test
  void areResolvedInEveryKindOfValue() throws IOException {
    SentinelConfig config =
        Configs.loaded(
                read(
                    """
                    sentinel:
                      mode: ${MODE}
                      default:
                        threshold: "${N}"
                        escalation: ${LADDER}
                      budgets_state: ${DIR}/budgets-${N}.json
                      overrides:
                        search: {message: "costs $${5} in ${MODE}"}
                      targets:
                        - {name: t, kind: tool, type: com.acme.Tools, method: call, tool: "'${MODE}'"}
                      telemetry:
                        service: shop-${N}
                        audit: {file: "${DIR}/audit.log"}
                    """))
            .config();

    assertThat(config.engine().mode()).hasToString("ENFORCE");
    assertThat(config.engine().defaults().limits().threshold()).isEqualTo(5);
    assertThat(config.engine().defaults().toString()).contains("[HINT, ABORT]");
    assertThat(config.budgetsState()).contains("/var/lib/shop/budgets-5.json");
    assertThat(config.engine().overrides().toString()).contains("costs ${5} in enforce");
    assertThat(config.targets().toString()).contains("'enforce'");
    assertThat(config.telemetry().service()).contains("shop-5");
    assertThat(config.telemetry().toString()).contains("/var/lib/shop/audit.log");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mode: "${UNSET}"            | 1:18: the environment variable UNSET is not set or empty; set it, or remove the key
          budgets_state: "a/${UNSET}" | 1:27: the environment variable UNSET is not set or empty; set it, or remove the key
          budgets_state: "${a b}"     | 1:27: expected the name of an environment variable between ${ and }, such as ${NAME}; write $${ for the characters ${
          "${MODE}": 1                | 1:12: a key cannot contain a variable; write it out
          mode: "${SECRET}"           | 1:18: mode: expected enforce or observe, found another value in the environment
          profiles: ["${SECRET}"]     | 1:23: profiles: expected another value in the environment
          default: {threshold: $N}    | 1:33: default.threshold: expected a whole number from 0 to 1000000, found the string "$N"
          """)
  void areRefusedWithTheirPlace(String setting, String problem) throws IOException {
    assertThat(Configs.problems(read("sentinel: {" + setting + "}")))
        .singleElement()
        .isEqualTo(new File(folder, "a.yaml") + ":" + problem);
  }

  private ConfigResult read(String yaml) throws IOException {
    File file = new File(folder, "a.yaml");
    Files.writeString(file.toPath(), yaml);
    return Configs.load(file.getPath(), Map.of(), ENVIRONMENT);
  }
}
