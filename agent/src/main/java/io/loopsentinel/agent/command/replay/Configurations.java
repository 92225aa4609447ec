package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigProblem;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.SentinelConfig;
import java.io.File;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Loads configurations by the agent's own rules, from the files that options name.
 *
 * <p>System properties and the environment do not count: the figures of a replay shall not depend
 * on where it is run.
 */
final class Configurations {

  private static final String PROPERTY = "loopsentinel.";

  private final ConfigLoader loader = new ConfigLoader(Profiles.shipped());
  private final PrintWriter err;

  Configurations(PrintWriter err) {
    this.err = err;
  }

  /**
   * Loads a file, or the defaults.
   *
   * @param option which option names the file
   */
  SentinelConfig load(String option, @Nullable File file) throws UsageException {
    if (file != null && !file.isFile()) {
      throw new UsageException(option + " " + file + ": there is no such file");
    }
    ConfigResult result = loader.load(null, properties(file), Map.of());
    if (result instanceof ConfigResult.Loaded loaded) {
      loaded.warnings().forEach(warning -> err.println("warning: " + warning));
      return loaded.config();
    }
    throw new UsageException(((ConfigResult.Rejected) result).report());
  }

  /** Loads a file, or the defaults, with settings that go above it. */
  SentinelConfig load(@Nullable File file, Map<String, String> settings) throws UsageException {
    Map<String, String> properties = properties(file);
    settings.forEach((path, value) -> properties.put(PROPERTY + path, value));
    ConfigResult result = loader.load(null, properties, Map.of());
    if (result instanceof ConfigResult.Loaded loaded) {
      return loaded.config();
    }
    throw new UsageException(
        ((ConfigResult.Rejected) result)
            .problems().stream()
                .map(problem -> describe(problem, settings))
                .collect(Collectors.joining("\n")));
  }

  private static Map<String, String> properties(@Nullable File file) {
    Map<String, String> properties = new HashMap<>();
    if (file != null) {
      properties.put(PROPERTY + "config", file.getPath());
    }
    return properties;
  }

  /** The loader takes the settings for system properties; here an option named them. */
  private static String describe(ConfigProblem problem, Map<String, String> settings) {
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      if (problem.origin().source().endsWith(" " + PROPERTY + setting.getKey())) {
        return "--sweep " + setting.getKey() + "=" + setting.getValue() + ": " + problem.message();
      }
    }
    return problem.toString();
  }
}
