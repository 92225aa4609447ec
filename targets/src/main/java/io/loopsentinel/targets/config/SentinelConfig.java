package io.loopsentinel.targets.config;

import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.extension.Extensions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A complete, valid configuration; immutable.
 *
 * @param reload interval at which the file is checked for changes; absent: never
 * @param budgetsState the file that stores the spending of budgets; absent: none
 * @param sharedStore the name of the store that several JVMs share; absent: none
 * @param profiles the names of the selected shipped profiles; {@code null}: all
 */
public record SentinelConfig(
    EngineSettings engine,
    Optional<Duration> reload,
    @Nullable List<String> profiles,
    List<TargetSpec> targets,
    Optional<String> budgetsState,
    Optional<String> sharedStore,
    BreakerSettings breaker,
    AskSettings ask,
    TelemetrySettings telemetry,
    Optional<Extensions> extensions) {

  /** The default settings. */
  public static final SentinelConfig DEFAULT =
      new SentinelConfig(
          EngineSettings.DEFAULT.withDetectors(Detectors.defaults()),
          Optional.empty(),
          null,
          List.of(),
          Optional.empty(),
          Optional.empty(),
          BreakerSettings.DEFAULT,
          AskSettings.DEFAULT,
          TelemetrySettings.DEFAULT,
          Optional.empty());

  public SentinelConfig {
    profiles = profiles == null ? null : List.copyOf(profiles);
    targets = List.copyOf(targets);
  }
}
