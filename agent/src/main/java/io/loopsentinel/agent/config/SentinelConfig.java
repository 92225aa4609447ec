package io.loopsentinel.agent.config;

import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;

/**
 * A whole configuration, validated; immutable.
 *
 * @param engine how calls and turns are judged
 * @param profiles which shipped profiles are used
 * @param targets the targets that the file names, in its order
 * @param telemetry what the agent tells
 */
public record SentinelConfig(
    EngineSettings engine,
    ProfileSelection profiles,
    List<TargetSpec> targets,
    TelemetrySettings telemetry) {

  /** What holds where the configuration says nothing. */
  public static final SentinelConfig DEFAULT =
      new SentinelConfig(
          EngineSettings.DEFAULT.withDetectors(Detectors.defaults()),
          new ProfileSelection.Auto(),
          List.of(),
          TelemetrySettings.DEFAULT);

  public SentinelConfig {
    targets = List.copyOf(targets);
  }

  /** Returns the same configuration with other settings of the engine. */
  public SentinelConfig withEngine(EngineSettings other) {
    return new SentinelConfig(other, profiles, targets, telemetry);
  }
}
