package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigProblem;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.SentinelConfig;
import java.io.File;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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

  /** The settings that the plot of thresholds draws calls against. */
  private static final List<String> THRESHOLDS =
      List.of(
          "default.threshold",
          "detectors.cycle.repetitions",
          "detectors.error.threshold",
          "detectors.stagnation.threshold",
          "detectors.similar_calls.threshold");

  private static final int LOWEST = 2;
  private static final int HIGHEST = 8;

  private final ConfigLoader loader = new ConfigLoader(Profiles.shipped());
  private final @Nullable File file;
  private final PrintWriter err;

  Configurations(@Nullable File file, PrintWriter err) {
    this.file = file;
    this.err = err;
  }

  /** Returns one measurement for each configuration that is asked for. */
  Measurements measurements(
      SentinelConfig main,
      @Nullable Labels labels,
      @Nullable File compare,
      @Nullable String sweep,
      boolean curves)
      throws UsageException {
    String name = file == null ? "defaults" : file.getName();
    Measurement other = null;
    if (compare != null) {
      String otherName = compare.getName().equals(name) ? compare.getPath() : compare.getName();
      other = new Measurement(otherName, load("--compare", compare), labels);
    }
    return new Measurements(
        new Measurement(name, main, labels),
        other,
        sweep == null ? null : sweep(SweepRange.parse(sweep), labels),
        curves ? curves() : List.of());
  }

  private Measurements.Sweep sweep(SweepRange range, @Nullable Labels labels)
      throws UsageException {
    List<Measurement> points = new ArrayList<>();
    for (String value : range.values()) {
      points.add(new Measurement(value, load(Map.of(range.setting(), value)), labels));
    }
    return new Measurements.Sweep(range.setting(), points);
  }

  private List<Measurement> curves() throws UsageException {
    List<Measurement> curves = new ArrayList<>();
    for (int threshold = LOWEST; threshold <= HIGHEST; threshold++) {
      String value = String.valueOf(threshold);
      Map<String, String> settings =
          THRESHOLDS.stream().collect(Collectors.toMap(path -> path, path -> value));
      curves.add(new Measurement(value, load(settings), null));
    }
    return curves;
  }

  /**
   * Loads a file, or the defaults.
   *
   * @param option which option names the file
   */
  SentinelConfig load(String option, @Nullable File named) throws UsageException {
    if (named != null && !named.isFile()) {
      throw new UsageException(option + " " + named + ": there is no such file");
    }
    ConfigResult.Loaded loaded = load(named, Map.of(), ConfigResult.Rejected::report);
    loaded.warnings().forEach(warning -> err.println("warning: " + warning));
    return loaded.config();
  }

  /** Loads the configuration asked for, with settings that go above it. */
  private SentinelConfig load(Map<String, String> settings) throws UsageException {
    return load(
            file,
            settings,
            rejected ->
                rejected.problems().stream()
                    .map(problem -> describe(problem, settings))
                    .collect(Collectors.joining("\n")))
        .config();
  }

  private ConfigResult.Loaded load(
      @Nullable File named,
      Map<String, String> settings,
      Function<ConfigResult.Rejected, String> report)
      throws UsageException {
    Map<String, String> properties = new HashMap<>();
    settings.forEach((path, value) -> properties.put(PROPERTY + path, value));
    if (named != null) {
      properties.put(PROPERTY + "config", named.getPath());
    }
    ConfigResult result = loader.load(null, properties, Map.of());
    if (result instanceof ConfigResult.Rejected rejected) {
      throw new UsageException(report.apply(rejected));
    }
    return (ConfigResult.Loaded) result;
  }

  /** The loader takes the settings for system properties; here an option named them. */
  private static String describe(ConfigProblem problem, Map<String, String> settings) {
    return settings.entrySet().stream()
        .filter(each -> problem.origin().source().endsWith(" " + PROPERTY + each.getKey()))
        .findFirst()
        .map(each -> "--sweep " + each.getKey() + "=" + each.getValue() + ": " + problem.message())
        .orElseGet(problem::toString);
  }
}
