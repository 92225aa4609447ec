package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Price;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reads the section {@code budget}. */
final class BudgetReader {

  private static final ScalarType<OptionalLong> CAP =
      ScalarType.whole(1, 1_000_000_000_000L)
          .map(OptionalLong::of)
          .or("none", OptionalLong.empty());

  private static final ScalarType<OptionalDouble> COST =
      ScalarType.decimal("a number above 0", n -> n > 0)
          .map(OptionalDouble::of)
          .or("none", OptionalDouble.empty());

  private static final ScalarType<Double> PRICE =
      ScalarType.decimal("a number from 0 up", n -> n >= 0);

  private BudgetReader() {}

  static BudgetSettings read(Section section) {
    BudgetSettings budget =
        new BudgetSettings(
            section.get("tool_calls", CAP, OptionalLong.empty()),
            section.get("calls_per_tool", CAP, OptionalLong.empty()),
            section.get("turns", CAP, OptionalLong.empty()),
            section.get("tokens", CAP, OptionalLong.empty()),
            section.get("cost_usd", COST, OptionalDouble.empty()),
            section.named("prices", BudgetReader::price));
    if (budget.costUsd().isPresent() && !section.has("prices")) {
      section.warning(
          "cost_usd", " has no effect without budget.prices, which say what tokens cost");
    }
    return budget;
  }

  private static Price price(Section section) {
    return new Price(
        section.require("input", PRICE).orElse(0.0), section.require("output", PRICE).orElse(0.0));
  }
}
