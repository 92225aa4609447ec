package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.tools.support.UsageException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Configurations more patient than the one played, and their YAML. */
class LooseningTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 10})
  void theYamlIsTheConfigurationThatWasPlayed(int steps) throws UsageException {
    Configurations configurations = configurations();
    EngineSettings played = played(configurations);
    Loosening loosening = Calibration.uniformFamily().get(steps);

    ConfigResult read =
        new ConfigLoader(Profiles.shipped())
            .read(CalibrationText.yaml(loosening, played), "proposed.yaml");

    assertThat(read).isInstanceOf(ConfigResult.Loaded.class);
    ConfigResult.Loaded loaded = (ConfigResult.Loaded) read;
    assertThat(loaded.warnings()).isEmpty();
    assertThat(loaded.config().engine()).isEqualTo(configurations.loosened(played, loosening));
  }

  @Test
  void aStepIsAThirdOfEachThresholdAndTheWindowGrowsWithThem() throws UsageException {
    EngineSettings played = played(configurations());

    assertThat(new Loosening(Map.of("repeat", 2)).settings(played))
        .isEqualTo(
            Map.of(
                "default.threshold", 5,
                "default.threshold_with_progress", 18,
                "default.window_size", 18));
    assertThat(new Loosening(Map.of("similar_turns", 1)).settings(played))
        .isEqualTo(
            Map.of(
                "detectors.similar_turns.warn_after", 4,
                "detectors.similar_turns.terminate_after", 7));
    assertThat(Loosening.NONE.settings(played)).isEmpty();
  }

  @Test
  void theLastStepSwitchesADetectorOff() throws UsageException {
    EngineSettings played = played(configurations());

    assertThat(new Loosening(Map.of("cycle", Loosening.OFF)).settings(played))
        .isEqualTo(Map.of("detectors.cycle.enabled", false));
  }

  @Test
  void everyThresholdGrowsUntilItsDetectorIsOff() throws UsageException {
    EngineSettings played = played(configurations());

    assertThat(Loosening.DETECTORS)
        .allSatisfy(
            detector ->
                assertThat(new Loosening(Map.of(detector, 1)).settings(played)).isNotEmpty());
  }

  private static Configurations configurations() {
    return new Configurations(null, new PrintWriter(Writer.nullWriter()));
  }

  private static EngineSettings played(Configurations configurations) throws UsageException {
    return configurations.measurements(null, null, null).main().settings();
  }
}
