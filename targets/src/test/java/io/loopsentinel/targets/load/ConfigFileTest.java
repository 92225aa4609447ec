package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {

  @TempDir Path folder;
  private String path = "";

  @BeforeEach
  void nameTheFile() {
    path = folder.resolve("sentinel-config.yaml").toString();
  }

  @Test
  void readsTheFileThatTheArgumentNames() throws IOException {
    write("sentinel: {mode: observe}");

    ConfigResult.Loaded loaded = Configs.loaded(Configs.load(path, Map.of(), Map.of()));

    assertThat(loaded.config().engine().mode()).isEqualTo(Mode.OBSERVE);
    assertThat(loaded.source()).isEqualTo(path);
  }

  @Test
  void takesAnEmptyFileForTheDefaults() throws IOException {
    write("");

    ConfigResult.Loaded loaded = Configs.loaded(Configs.load(path, Map.of(), Map.of()));

    assertThat(loaded.config()).isEqualTo(SentinelConfig.DEFAULT);
  }

  @Test
  void takesNoFileForTheDefaults() {
    ConfigResult.Loaded loaded = Configs.loaded(Configs.load(null, Map.of(), Map.of()));

    assertThat(loaded.config()).isEqualTo(SentinelConfig.DEFAULT);
    assertThat(loaded.source()).isEqualTo("defaults");
  }

  @Test
  void saysThatTheFileIsMissingAndWhoNamesIt() {
    Map<String, String> properties = Map.of("loopsentinel.config", "no-such/file.yaml");

    List<String> problems = Configs.problems(Configs.load(null, properties, Map.of()));

    String asked = new File("no-such/file.yaml").getAbsolutePath();
    assertThat(problems)
        .containsExactly(
            "no-such/file.yaml: there is no such file ("
                + asked
                + "); named by the system property loopsentinel.config");
  }

  @Test
  void saysThatTheFileIsADirectory() {
    List<String> problems = Configs.problems(Configs.load(folder.toString(), Map.of(), Map.of()));

    assertThat(problems)
        .containsExactly(folder + ": is a directory, not a file; named by the agent argument");
  }

  @Test
  void saysThatTheFileIsNotUtf8() throws IOException {
    Files.write(Path.of(path), "sentinel: {mode: \u00e4}".getBytes(StandardCharsets.ISO_8859_1));

    List<String> problems = Configs.problems(Configs.load(path, Map.of(), Map.of()));

    assertThat(problems).containsExactly(path + ": is not UTF-8 text; save it in UTF-8");
  }

  @Test
  void passesOverAByteOrderMark() throws IOException {
    write("\uFEFFsentinel: {mode: observe}");

    ConfigResult.Loaded loaded = Configs.loaded(Configs.load(path, Map.of(), Map.of()));

    assertThat(loaded.config().engine().mode()).isEqualTo(Mode.OBSERVE);
  }

  @Test
  void refusesAFileThatIsFarTooLong() throws IOException {
    write("#".repeat(3_000_001));

    List<String> problems = Configs.problems(Configs.load(path, Map.of(), Map.of()));

    assertThat(problems)
        .containsExactly(path + ": is longer than 3000000 characters; is it the right file?");
  }

  @Test
  void refusesAFileThatIsFarTooLongWhereverItIsCut() throws IOException {
    write("#" + "\u00e4".repeat(6_000_000));

    List<String> problems = Configs.problems(Configs.load(path, Map.of(), Map.of()));

    assertThat(problems)
        .containsExactly(path + ": is longer than 3000000 characters; is it the right file?");
  }

  @Test
  void saysThatThePathIsEmpty() {
    Map<String, String> properties = Map.of("loopsentinel.config", " ");

    List<String> problems = Configs.problems(Configs.load(null, properties, Map.of()));

    assertThat(problems)
        .containsExactly(
            "system property loopsentinel.config: expected the path of the configuration file");
  }

  private void write(String text) throws IOException {
    Files.writeString(Path.of(path), text);
  }
}
