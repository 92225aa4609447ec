package io.loopsentinel.targets.load;

import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import java.util.List;

/**
 * Named sets of defaults. Each is a small configuration in the agent's resources, {@code
 * /presets/NAME.yaml}, that is read like the user's file.
 *
 * <p>Presets contain no ladders: the ladder of a detector would override the ladder that the user
 * sets for all detectors.
 */
final class Presets {

  /** The preset that equals the defaults. */
  static final String BALANCED = "balanced";

  static final ScalarType<String> NAME =
      ScalarType.choice(List.of("strict", BALANCED, "patient", "observe"), name -> name);

  private Presets() {}

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
