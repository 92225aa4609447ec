package io.loopsentinel.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.BudgetSettings.Price;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What tokens of a model cost. */
class BudgetSettingsTest {

  private final BudgetSettings prices =
      new BudgetSettings(List.of(), Map.of("known", new Price(2, 8, 0.5)));

  @Test
  void takesCachedTokensForAPartOfTheInput() {
    assertThat(prices.cost("known", 1_000, 400, 100))
        .isEqualTo((600 * 2 + 400 * 0.5 + 100 * 8) / 1e6);
  }

  @Test
  void takesNothingOffWhereCachedTokensAreCountedBesideTheInput() {
    assertThat(prices.cost("known", 100, 1_000, 0)).isEqualTo(1_000 * 0.5 / 1e6);
  }

  @Test
  void isNothingWhereTheModelHasNoPrice() {
    assertThat(prices.cost("unknown", 1_000, 0, 100)).isNull();
  }

  @Test
  void listTheirCapsInOneOrder() {
    Map<Measure, Double> caps = new HashMap<>();
    for (Measure measure : Measure.values()) {
      caps.put(measure, 1.0);
    }

    assertThat(Budget.ofSession(caps).caps().keySet()).containsExactly(Measure.values());
  }
}
