package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.detect.ErrorDetector;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TelemetrySettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PresetReadingTest {

  @Test
  void balancedIsTheDefault() {
    assertThat(Configs.valid("sentinel: {preset: balanced}")).isEqualTo(SentinelConfig.DEFAULT);
  }

  @Test
  void observeIsBalancedInThatMode() {
    assertThat(Configs.valid("sentinel: {preset: observe}").engine())
        .isEqualTo(SentinelConfig.DEFAULT.engine().withMode(Mode.OBSERVE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"strict", "patient"})
  void changesDefaultAndDetectorsAlone(String preset) {
    SentinelConfig config = Configs.valid("sentinel: {preset: " + preset + "}");

    EngineSettings balanced = SentinelConfig.DEFAULT.engine();
    assertThat(config.engine().defaults()).isNotEqualTo(balanced.defaults());
    assertThat(config.engine().detectors()).doesNotContainAnyElementsOf(allButRepeat(balanced));
    assertThat(config.engine().mode()).isEqualTo(Mode.ENFORCE);
    assertThat(config.engine().overrides()).isEmpty();
    assertThat(config.engine().defaults().escalation()).isNull();
    assertThat(config.telemetry()).isEqualTo(TelemetrySettings.DEFAULT);
  }

  @Test
  void isOverriddenByEveryKeyThatIsWritten() {
    SentinelConfig config =
        Configs.valid(
            """
            sentinel:
              preset: strict
              mode: observe
              default: {threshold: 7, action: warn}
              overrides:
                search: {window_size: 8}
              detectors:
                error: {threshold: 5}
            """);

    EngineSettings engine = config.engine();
    ErrorDetector.Settings error = engine.detector(ErrorDetector.Settings.DEFAULT);
    assertThat(engine.mode()).isEqualTo(Mode.OBSERVE);
    assertThat(engine.defaults().limits().threshold()).isEqualTo(7);
    assertThat(engine.defaults().limits().thresholdWithProgress()).isEqualTo(7);
    assertThat(engine.defaults().escalation()).isEqualTo(Ladder.of(Action.WARN));
    assertThat(engine.overrides().get(0).policy().limits().threshold()).isEqualTo(7);
    assertThat(error.threshold()).isEqualTo(5);
    assertThat(error.thresholdVaried()).isEqualTo(5);
    assertThat(error.failing().failed()).isEqualTo(6);
  }

  @Test
  void canBeNamedOutsideTheFile() {
    ConfigResult result = Configs.load(null, Map.of("loopsentinel.preset", "patient"), Map.of());

    assertThat(Configs.loaded(result).config())
        .isEqualTo(Configs.valid("sentinel: {preset: patient}"));
  }

  @Test
  void isCalledByItsName() {
    assertThat(Configs.problems("sentinel: {preset: strickt}"))
        .containsExactly(
            "file.yaml:1:20: preset: expected strict, balanced, patient or observe, found the"
                + " string \"strickt\"; did you mean \"strict\"?");
  }

  /**
   * Returns the settings of all detectors but {@code repeat}, whose number is in {@code default}.
   */
  private static List<DetectorSettings> allButRepeat(EngineSettings engine) {
    return engine.detectors().subList(1, engine.detectors().size());
  }
}
