package io.loopsentinel.agent.config;

import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Price;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reads the section {@code budget}. */
final class BudgetReader {

  static final List<String> KEYS =
      List.of("tool_calls", "calls_per_tool", "turns", "tokens", "cost_usd", "prices");
  static final List<String> PRICE_KEYS = List.of("input", "output");

  private BudgetReader() {}

  /** Reads all caps and prices. */
  static BudgetSettings read(Section section) {
    OptionalDouble cost = section.get("cost_usd", Limits.COST, OptionalDouble.empty());
    Map<String, Price> prices = prices(section);
    if (cost.isPresent() && !section.has("prices")) {
      section.warning(
          section.originOf("cost_usd"),
          "budget.cost_usd has no effect without budget.prices, which say what tokens cost");
    }
    return new BudgetSettings(
        section.get("tool_calls", Limits.CAP, OptionalLong.empty()),
        section.get("calls_per_tool", Limits.CAP, OptionalLong.empty()),
        section.get("turns", Limits.CAP, OptionalLong.empty()),
        section.get("tokens", Limits.CAP, OptionalLong.empty()),
        cost,
        prices);
  }

  private static Map<String, Price> prices(Section budget) {
    Map<String, Price> prices = new LinkedHashMap<>();
    String path = budget.nested("prices");
    budget
        .named("prices")
        .entries()
        .forEach(
            (model, entry) -> {
              Section price =
                  Section.of(entry.value(), path + "." + model, PRICE_KEYS, budget.problems());
              Optional<Double> input = price.require("input", Limits.PRICE);
              Optional<Double> output = price.require("output", Limits.PRICE);
              if (input.isPresent() && output.isPresent()) {
                prices.put(model, new Price(input.get(), output.get()));
              }
            });
    return prices;
  }
}
