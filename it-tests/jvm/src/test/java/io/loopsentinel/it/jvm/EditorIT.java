package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdks;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An editor with the YAML language server knows a copied file by the schema beside it. */
@FullMatrix
class EditorIT {

  private static final Path SERVER =
      Path.of("../../site/node_modules/yaml-language-server/bin/yaml-language-server");

  private static final String FILE =
      """
      # yaml-language-server: $schema=sentinel-config.schema.json
      sentinel:
        mode: enforce
        windw_size: 5
      \s\s
      """;

  @TempDir private Path folder;

  @Test
  void completesKeysWithTheirDescriptionsAndMarksAWrongOne() throws Exception {
    assumeTrue(Files.isRegularFile(SERVER), "there is no language server: npm --prefix site ci");
    String schema =
        JavaProgram.ofJar(AgentJar.file())
            .on(Jdks.running())
            .arguments("schema")
            .run(Programs.LIMIT)
            .successful()
            .standardOutput();
    Files.writeString(folder.resolve("sentinel-config.schema.json"), schema);
    Path file = Files.writeString(folder.resolve("sentinel-config.yaml"), FILE);

    try (LanguageServer server = LanguageServer.start(SERVER)) {
      assertThat(server.open(file, FILE)).singleElement().asString().contains("windw_size");
      assertThat(server.complete(file, 4, 2))
          .containsKeys("targets", "budget", "default", "telemetry")
          .doesNotContainKeys("mode", "sentinel")
          .allSatisfy((key, description) -> assertThat(description).as(key).isNotBlank());
    }
  }
}
