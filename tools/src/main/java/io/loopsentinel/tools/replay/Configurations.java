package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.PrintWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads configurations from files by the agent's own rules.
 *
 * <p>System properties and the environment are ignored, so that the figures of a replay do not
 * depend on where it runs.
 *
 * @param file the configuration to play under; {@code null} for the defaults
 * @param err receives the warnings
 */
record Configurations(@Nullable File file, PrintWriter err) {

  private static final ConfigLoader LOADER = new ConfigLoader(Profiles.shipped());

  Measurements measurements(@Nullable Map<String, Label> labels, @Nullable File compare)
      throws UsageException {
    String name = file == null ? "defaults" : file.getName();
    Measurement main = new Measurement(name, load("--config", file), labels);
    Measurement other = null;
    if (compare != null) {
      String otherName = compare.getName().equals(name) ? compare.getPath() : compare.getName();
      other = new Measurement(otherName, load("--compare", compare), labels);
    }
    return new Measurements(main, other);
  }

  private EngineSettings load(String option, @Nullable File named) throws UsageException {
    if (named != null && !named.isFile()) {
      throw new UsageException(option + " " + named + ": there is no such file");
    }
    Map<String, String> properties =
        named == null ? Map.of() : Map.of("loopsentinel.config", named.getPath());
    ConfigResult result = LOADER.check(null, properties, Map.of());
    if (result instanceof ConfigResult.Rejected rejected) {
      throw new UsageException(rejected.report());
    }
    ConfigResult.Loaded loaded = (ConfigResult.Loaded) result;
    loaded.warnings().forEach(warning -> err.println("warning: " + warning));
    return loaded.config().engine();
  }
}
