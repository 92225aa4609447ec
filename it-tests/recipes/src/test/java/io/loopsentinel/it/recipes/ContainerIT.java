package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.ShellCommand;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The files of containers, which are looked at and not run. */
@FullMatrix
class ContainerIT {

  /** Has what Docker's language server finds wrong with a file. */
  private static final String LINTER = "dockerfile-utils@0.16.3";

  @TempDir private File folder;

  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile", "agent.Dockerfile"})
  void aDockerfileIsLinted(String file) throws IOException {
    assumeTrue(sh("command -v npm").exitCode() == 0, "no npm here");
    Project.copy("container", folder);

    ProgramResult result =
        sh("npm exec --yes --package=" + LINTER + " -- dockerfile-utils lint " + file);

    assertThat(result).isEqualTo(new ProgramResult(0, "", ""));
  }

  @Test
  void theManifestHasNothingButWhatKubernetesKnows() throws IOException {
    List<JsonElement> manifest = documents(manifest());

    assertThat(manifest).hasSize(2);
    V1Deployment.validateJsonElement(manifest.get(0));
    V1ConfigMap.validateJsonElement(manifest.get(1));
  }

  @Test
  void aMisspeltMemberOfAManifestIsFound() throws IOException {
    JsonElement deployment =
        documents(manifest().replace("mountPath: /agent}", "mountpath: /agent}")).get(0);

    assertThatThrownBy(() -> V1Deployment.validateJsonElement(deployment))
        .hasMessageContaining("mountpath");
  }

  @Test
  void theConfigurationOfTheManifestIsRead() throws IOException {
    JsonElement configuration = documents(manifest()).get(1).getAsJsonObject().get("data");
    String yaml = configuration.getAsJsonObject().get("sentinel-config.yaml").getAsString();
    Files.writeString(folder.toPath().resolve("sentinel-config.yaml"), yaml);
    File jar = new File(folder, "app.jar");
    Archives.jar(jar);

    ProgramResult result =
        JavaProgram.ofJar(jar)
            .in(folder)
            .agent()
            .environment("LOOPSENTINEL_CONFIG", "sentinel-config.yaml")
            .run(Console.LIMIT);

    assertThat(result.agentLines().get(0)).contains("sentinel-config.yaml", "mode observe");
  }

  private static String manifest() throws IOException {
    return Files.readString(Project.ALL.resolve("container/deployment.yaml"));
  }

  private static List<JsonElement> documents(String yaml) throws JsonProcessingException {
    List<JsonElement> documents = new ArrayList<>();
    for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
      documents.add(JsonParser.parseString(new ObjectMapper().writeValueAsString(document)));
    }
    return documents;
  }

  private ProgramResult sh(String command) {
    return ShellCommand.of(command, folder)
        .environment("npm_config_cache", folder + "/npm")
        .environment("npm_config_update_notifier", "false")
        .run(Console.LIMIT);
  }
}
