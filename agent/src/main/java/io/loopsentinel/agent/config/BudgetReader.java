package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.settings.BudgetSettings.Price;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** Reads the section {@code budget}. */
final class BudgetReader {

  private static final ScalarType<Optional<Double>> CAP =
      ScalarType.whole(1, 1_000_000_000_000L)
          .map(n -> Optional.of(n.doubleValue()))
          .or("none", Optional.empty());

  private static final ScalarType<Optional<Double>> COST =
      ScalarType.decimal("a number above 0", n -> n > 0)
          .map(Optional::of)
          .or("none", Optional.empty());

  private static final ScalarType<Double> PRICE =
      ScalarType.decimal("a number from 0 up", n -> n >= 0);

  private BudgetReader() {}

  static BudgetSettings read(Section section) {
    Map<Measure, Double> caps = new EnumMap<>(Measure.class);
    for (Measure measure : Measure.values()) {
      section
          .get(measure.key(), measure == Measure.COST_USD ? COST : CAP, Optional.empty())
          .ifPresent(cap -> caps.put(measure, cap));
    }
    if (caps.containsKey(Measure.COST_USD) && !section.has("prices")) {
      section.warning(
          "cost_usd", " has no effect without budget.prices, which say what tokens cost");
    }
    return new BudgetSettings(caps, section.named("prices", BudgetReader::price));
  }

  private static Price price(Section section) {
    return new Price(
        section.require("input", PRICE).orElse(0.0), section.require("output", PRICE).orElse(0.0));
  }
}
