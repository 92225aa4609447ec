package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.yaml.ConfigProblem;
import java.io.File;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads configurations for tests. */
final class Configs {

  private static final Profiles NO_PROFILES = new Profiles(resource -> null);

  /** Far from any key, so that none is proposed instead of all. */
  private static final String UNKNOWN_KEY = "zzzzzzzzzzzzzzzzzzzzzzzz";

  private Configs() {}

  /** A loader that knows no profiles. */
  static ConfigLoader loader() {
    return new ConfigLoader(NO_PROFILES);
  }

  /** Reads a text that has to be a valid configuration without warnings. */
  static SentinelConfig valid(String yaml) {
    ConfigResult.Loaded loaded = loaded(loader().read(yaml, "file.yaml"));
    assertThat(loaded.warnings()).isEmpty();
    return loaded.config();
  }

  /** Returns the problems of a text, each as one line. */
  static List<String> problems(String yaml) {
    return problems(loader().read(yaml, "file.yaml"));
  }

  /** Returns the problems of a result, each as one line. */
  static List<String> problems(ConfigResult result) {
    assertThat(result).isInstanceOf(ConfigResult.Rejected.class);
    return lines(((ConfigResult.Rejected) result).problems());
  }

  /** Returns the warnings of a text, each as one line. */
  static List<String> warnings(String yaml) {
    return lines(loaded(loader().read(yaml, "file.yaml")).warnings());
  }

  /**
   * Returns the known keys of a section of the configuration, taken from the message about an
   * unknown key.
   *
   * @param content the YAML under {@code sentinel}, with {@code %s} for the section
   */
  static List<String> keys(String content) {
    return keysOf("sentinel: " + (content.equals("%s") ? content : "{" + content + "}"));
  }

  /** Like {@link #keys}, for a complete document. */
  static List<String> keysOf(String yaml) {
    String message =
        problems(yaml.formatted("{" + UNKNOWN_KEY + ": 1}")).stream()
            .filter(problem -> problem.contains("unknown key \"" + UNKNOWN_KEY))
            .findFirst()
            .orElseThrow();
    return List.of(message.split("; expected ", -1)[1].split(", | or ", -1));
  }

  /** Reads what an application was started with. */
  static ConfigResult load(
      @Nullable String argument, Map<String, String> properties, Map<String, String> environment) {
    return loader().load(argument, properties, environment);
  }

  /** Returns a result as a valid configuration. */
  static ConfigResult.Loaded loaded(ConfigResult result) {
    assertThat(result)
        .withFailMessage(() -> ((ConfigResult.Rejected) result).report())
        .isInstanceOf(ConfigResult.Loaded.class);
    return (ConfigResult.Loaded) result;
  }

  static File inRepository(String path) {
    File folder = new File(System.getProperty("user.dir")).getAbsoluteFile();
    while (folder != null) {
      File file = new File(folder, path);
      if (file.exists()) {
        return file;
      }
      folder = folder.getParentFile();
    }
    throw new AssertionError("there is no " + path + " above " + System.getProperty("user.dir"));
  }

  private static List<String> lines(List<ConfigProblem> problems) {
    return problems.stream().map(ConfigProblem::toString).toList();
  }
}
