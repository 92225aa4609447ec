package io.loopsentinel.agent.config;

import java.util.ArrayList;
import java.util.List;

/**
 * A whole configuration, validated; immutable.
 *
 * @param mode whether findings have consequences
 * @param profiles which shipped profiles are used
 * @param defaults how tools without an override are judged
 * @param overrides how others are judged, most specific name first
 * @param detectors settings of each detector
 * @param budget caps for one session
 * @param sessions how many sessions are remembered, and for how long
 * @param targets the targets that the file names, in its order
 * @param telemetry what the agent tells
 */
public record SentinelConfig(
    Mode mode,
    ProfileSelection profiles,
    ToolPolicy defaults,
    List<ToolOverride> overrides,
    DetectorSettings detectors,
    BudgetSettings budget,
    SessionSettings sessions,
    List<TargetSpec> targets,
    TelemetrySettings telemetry) {

  /** What holds where the configuration says nothing. */
  public static final SentinelConfig DEFAULT =
      new SentinelConfig(
          Mode.ENFORCE,
          new ProfileSelection.Auto(),
          ToolPolicy.DEFAULT,
          List.of(),
          DetectorSettings.DEFAULT,
          BudgetSettings.NONE,
          SessionSettings.DEFAULT,
          List.of(),
          TelemetrySettings.DEFAULT);

  public SentinelConfig {
    List<ToolOverride> sorted = new ArrayList<>(overrides);
    sorted.sort((a, b) -> a.tools().compareTo(b.tools()));
    overrides = List.copyOf(sorted);
    targets = List.copyOf(targets);
  }
}
