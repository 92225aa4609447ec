package io.loopsentinel.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.Answer.Kind;
import io.loopsentinel.engine.Sentinel;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.BudgetSettings.Price;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counts of tokens that no provider should report. */
class ModelTurnTest {

  @Test
  void takesNothingFromABudgetByANegativeCount() {
    Sentinel sentinel = withTokens(100);
    sentinel.responded("c-1", null, 60, 30, null);
    sentinel.responded("c-1", null, -1_000, 0, null);

    assertThat(sentinel.responded("c-1", null, 60, 30, null).kind()).isEqualTo(Kind.TERMINATE);
  }

  @Test
  void usesUpABudgetByACountThatIsTooLargeToBeAdded() {
    Sentinel sentinel = withTokens(100);

    assertThat(sentinel.responded("c-1", null, Long.MAX_VALUE, 1, null).kind())
        .isEqualTo(Kind.TERMINATE);
  }

  /** A free turn would lower the mean cost, by which savings are estimated. */
  @Test
  void hasNoCostIfItReportsNoTokens() {
    BudgetSettings prices = new BudgetSettings(List.of(), Map.of("gpt-5", new Price(10, 10, 10)));

    assertThat(new ModelTurn(null, 0, 0, "gpt-5").cost(prices)).isNull();
    assertThat(new ModelTurn(null, 100, 0, "gpt-5").cost(prices)).isEqualTo(0.001);
  }

  private static Sentinel withTokens(double max) {
    EngineSettings shipped = EngineSettings.DEFAULT;
    return Sentinel.with(
        new EngineSettings(
            shipped.mode(),
            shipped.abortAt(),
            shipped.defaults(),
            shipped.overrides(),
            shipped.detectors(),
            shipped.volatilePatterns(),
            new BudgetSettings(List.of(Budget.ofSession(Map.of(Measure.TOKENS, max))), Map.of()),
            shipped.sessions(),
            shipped.redacted()));
  }
}
