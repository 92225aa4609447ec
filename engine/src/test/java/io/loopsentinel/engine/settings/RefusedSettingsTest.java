package io.loopsentinel.engine.settings;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loopsentinel.engine.detect.CycleDetector;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import io.loopsentinel.engine.settings.ToolPolicy.MaxCalls;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Settings that an engine cannot have. */
class RefusedSettingsTest {

  @Test
  void areSessionsWithoutANumberOrATime() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SessionSettings(0, Duration.ofMinutes(30)))
        .withMessage("expected a maximum from 1 and a positive idle timeout, found 0 and PT30M");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SessionSettings(1, Duration.ZERO))
        .withMessage("expected a maximum from 1 and a positive idle timeout, found 1 and PT0S");
  }

  @Test
  void areRatesOfTooManyCalls() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new MaxCalls(1_001, Duration.ofHours(1)))
        .withMessage("expected at most 1000 calls within a time, found 1001");
  }

  @Test
  void areCyclesOfNoCallOrOfOneCopy() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CycleDetector.Settings(true, 0, 8, 3, null))
        .withMessage("expected a period from 1 and repetitions from 2, found 0 and 3");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new CycleDetector.Settings(true, 2, 8, 1, null))
        .withMessage("expected a period from 1 and repetitions from 2, found 2 and 1");
  }
}
