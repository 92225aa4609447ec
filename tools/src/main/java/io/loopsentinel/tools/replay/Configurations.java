package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
  private static final String PROPERTY = "loopsentinel.";

  Measurements measurements(
      @Nullable Map<String, Label> labels, @Nullable File compare, @Nullable String sweep)
      throws UsageException {
    String name = file == null ? "defaults" : file.getName();
    Measurement main = new Measurement(name, load("--config", file), labels);
    Measurement other = null;
    if (compare != null) {
      String otherName = compare.getName().equals(name) ? compare.getPath() : compare.getName();
      other = new Measurement(otherName, load("--compare", compare), labels);
    }
    SweepRange range = sweep == null ? null : SweepRange.parse(sweep);
    return new Measurements(
        main,
        other,
        range == null ? null : new Measurements.Sweep(range.setting(), trials(range, labels)));
  }

  /** Returns the settings of {@link #file} with loosened detectors. */
  EngineSettings loosened(EngineSettings played, Loosening loosening) {
    Map<String, String> properties = new HashMap<>();
    loosening
        .settings(played)
        .forEach((path, value) -> properties.put(PROPERTY + path, value.toString()));
    return ((ConfigResult.Loaded) result(file, properties)).config().engine();
  }

  private EngineSettings load(String option, @Nullable File named) throws UsageException {
    if (named != null && !named.isFile()) {
      throw new UsageException(option + " " + named + ": there is no such file");
    }
    ConfigResult result = result(named, new HashMap<>());
    if (result instanceof ConfigResult.Rejected rejected) {
      throw new UsageException(rejected.report());
    }
    ConfigResult.Loaded loaded = (ConfigResult.Loaded) result;
    loaded.warnings().forEach(warning -> err.println("warning: " + warning));
    return loaded.config().engine();
  }

  private List<Measurement> trials(SweepRange range, @Nullable Map<String, Label> labels)
      throws UsageException {
    List<Measurement> trials = new ArrayList<>();
    for (String value : range.values()) {
      Map<String, String> properties = new HashMap<>();
      properties.put(PROPERTY + range.setting(), value);
      ConfigResult result = result(file, properties);
      if (result instanceof ConfigResult.Rejected rejected) {
        // The loader would name a system property, but the setting comes from an option.
        String option = "--sweep " + range.setting() + "=" + value + ": ";
        throw new UsageException(
            rejected.problems().stream()
                .map(problem -> option + problem.message())
                .collect(Collectors.joining("\n")));
      }
      trials.add(new Measurement(value, ((ConfigResult.Loaded) result).config().engine(), labels));
    }
    return trials;
  }

  private ConfigResult result(@Nullable File named, Map<String, String> properties) {
    if (named != null) {
      properties.put(PROPERTY + "config", named.getPath());
    }
    return LOADER.check(null, properties, Map.of());
  }
}
