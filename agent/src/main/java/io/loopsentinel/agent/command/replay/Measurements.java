package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.agent.command.replay.recording.MalformedRecordException;
import io.loopsentinel.agent.config.SentinelConfig;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One measurement for each configuration that the options ask for.
 *
 * @param labels what readers say about the runs
 * @param main the configuration asked for
 * @param other the one it is compared with
 * @param sweep the values of a setting
 * @param curves all thresholds at once at 2, 3, ...; for the plot
 * @param suggestions gathers what to propose
 */
record Measurements(
    @Nullable Labels labels,
    Measurement main,
    @Nullable Measurement other,
    ReplayResult.@Nullable Sweep sweep,
    List<Measurement> curves,
    @Nullable Suggestions suggestions) {

  /** The settings that the plot draws calls against. */
  private static final List<String> THRESHOLDS =
      List.of(
          "default.threshold",
          "detectors.cycle.repetitions",
          "detectors.error.threshold",
          "detectors.stagnation.threshold",
          "detectors.similar_calls.threshold");

  private static final int LOWEST = 2;
  private static final int HIGHEST = 8;

  static Measurements of(ReplayOptions options, PrintWriter err) throws UsageException {
    Configurations configurations = new Configurations(err);
    Labels labels = options.labels() == null ? null : labels(options.labels());
    SentinelConfig config = configurations.load("--config", options.config());
    File compare = options.compare();
    Measurement other =
        compare == null
            ? null
            : new Measurement(
                otherName(options, compare), configurations.load("--compare", compare), labels);
    return new Measurements(
        labels,
        new Measurement(options.configName(), config, labels),
        other,
        options.sweep() == null
            ? null
            : sweep(SweepRange.parse(options.sweep()), options, configurations, labels),
        options.html() == null ? List.of() : curves(options, configurations),
        options.suggest() ? new Suggestions(config) : null);
  }

  /** Returns all of them. */
  List<Measurement> all() {
    List<Measurement> all = new ArrayList<>();
    all.add(main);
    if (other != null) {
      all.add(other);
    }
    all.addAll(trials());
    return all;
  }

  /** Returns those of which only the sums are asked for. */
  List<Measurement> trials() {
    List<Measurement> trials = new ArrayList<>(curves);
    if (sweep != null) {
      trials.addAll(sweep.points());
    }
    return trials;
  }

  private static String otherName(ReplayOptions options, File compare) {
    return compare.getName().equals(options.configName()) ? compare.getPath() : compare.getName();
  }

  private static ReplayResult.Sweep sweep(
      SweepRange range,
      ReplayOptions options,
      Configurations configurations,
      @Nullable Labels labels)
      throws UsageException {
    List<Measurement> points = new ArrayList<>();
    for (String value : range.values()) {
      SentinelConfig config = configurations.load(options.config(), Map.of(range.setting(), value));
      points.add(new Measurement(value, config, labels));
    }
    return new ReplayResult.Sweep(range.setting(), points);
  }

  private static List<Measurement> curves(ReplayOptions options, Configurations configurations)
      throws UsageException {
    List<Measurement> curves = new ArrayList<>();
    for (int threshold = LOWEST; threshold <= HIGHEST; threshold++) {
      String value = String.valueOf(threshold);
      Map<String, String> settings = new HashMap<>();
      THRESHOLDS.forEach(path -> settings.put(path, value));
      curves.add(new Measurement(value, configurations.load(options.config(), settings), null));
    }
    return curves;
  }

  private static Labels labels(File file) throws UsageException {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(file), StandardCharsets.UTF_8))) {
      return Labels.read(in);
    } catch (IOException e) {
      throw new UsageException("--labels " + file + ": cannot be read: " + e.getMessage());
    } catch (MalformedRecordException e) {
      throw new UsageException("--labels " + file + ": " + e.getMessage());
    }
  }
}
