package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;

/**
 * Sets of defaults by name, each a small configuration among the agent's resources that is read
 * like the user's file: {@code /presets/NAME.yaml}.
 *
 * <p>They name no ladder: one in a detector would hold against a ladder that the user writes for
 * all.
 */
final class Presets {

  /** The one that changes nothing. */
  static final String BALANCED = "balanced";

  static final ScalarType<String> NAME =
      ScalarType.choice(List.of("strict", BALANCED, "patient", "observe"), name -> name);

  private Presets() {}

  /** Returns what holds where a configuration with a preset says nothing. */
  static EngineSettings settings(String name) {
    if (name.equals(BALANCED)) {
      return SentinelConfig.DEFAULT.engine();
    }
    String resource = "/presets/" + name + ".yaml";
    String yaml = Profiles.shipped().text(resource);
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "preset " + name);
    if (result instanceof ConfigResult.Loaded loaded && !yaml.isEmpty()) {
      return loaded.config().engine();
    }
    throw new IllegalStateException("the agent's resource " + resource + " cannot be read");
  }
}
