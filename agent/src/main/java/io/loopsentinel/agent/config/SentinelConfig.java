package io.loopsentinel.agent.config;

import io.loopsentinel.agent.extension.Extensions;
import io.loopsentinel.engine.api.StateStore;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.settings.EngineSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A whole configuration, validated; immutable.
 *
 * @param reload how often the file is looked at for changes; absent: never
 * @param budgetsState the file that keeps what budgets have spent; absent: none does
 * @param budgetsStore the store of an extension that does; absent: none
 * @param profiles the names of the shipped profiles that are used; {@code null}: all
 */
public record SentinelConfig(
    EngineSettings engine,
    Optional<Duration> reload,
    @Nullable List<String> profiles,
    List<TargetSpec> targets,
    Optional<String> budgetsState,
    Optional<StateStore> budgetsStore,
    BreakerSettings breaker,
    AskSettings ask,
    TelemetrySettings telemetry,
    Optional<Extensions> extensions) {

  /** What holds where the configuration says nothing. */
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
