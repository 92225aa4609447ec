package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.EventReceiver;
import io.loopsentinel.engine.api.SettingException;
import io.loopsentinel.engine.api.SinkExtension;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.match.TestClassFiles;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The section of a receiver of events that an extension provides. */
class ExtensionSectionTest {

  @TempDir private File folder;

  /** A receiver that needs the number of a port. */
  public static final class Lines implements SinkExtension {

    @Override
    public String name() {
      return "lines";
    }

    @Override
    public EventReceiver configure(Map<String, Object> settings) throws SettingException {
      if (!(settings.get("port") instanceof Number)) {
        throw new SettingException("port", "expected a number");
      }
      return event -> {};
    }
  }

  @BeforeEach
  void writeJar() throws IOException {
    TestClassFiles.writeExtensions(jar(), Map.of(SinkExtension.class, Lines.class));
  }

  @Test
  void isNotJudgedWithoutItsVariables() throws IOException {
    String path = config("{lines: {port: \"${PORT}\"}}");

    ConfigResult result = Configs.loader().check(path, Map.of(), Map.of());

    assertThat(Configs.loaded(result).warnings()).isEmpty();
  }

  @Test
  void isRefusedOnceIfItIsNoMapping() throws IOException {
    String path = config("{lines: 7}");

    assertThat(Configs.problems(Configs.load(path, Map.of(), Map.of())))
        .filteredOn(problem -> problem.endsWith("lines: expected a mapping of keys, found 7"))
        .hasSize(1);
  }

  private String config(String sinks) throws IOException {
    File file = new File(folder, "sentinel-config.yaml");
    Files.writeString(
        file.toPath(),
        "sentinel: {extensions: ['%s'], telemetry: {sinks: %s}}".formatted(jar(), sinks));
    return file.getPath();
  }

  private File jar() {
    return new File(folder, "lines.jar");
  }
}
