package io.loopsentinel.engine.settings;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code budget}: caps for one session, each absent where it says {@code none}.
 *
 * @param toolCalls calls of all tools together
 * @param callsPerTool calls of one tool
 * @param turns model turns
 * @param tokens input and output tokens together
 * @param costUsd cost in US dollars by {@code prices}
 * @param prices by model name
 */
public record BudgetSettings(
    OptionalLong toolCalls,
    OptionalLong callsPerTool,
    OptionalLong turns,
    OptionalLong tokens,
    OptionalDouble costUsd,
    Map<String, Price> prices)
    implements DetectorSettings {

  private static final double PER_MILLION = 1e-6;

  /** What holds where the configuration says nothing. */
  public static final BudgetSettings NONE =
      new BudgetSettings(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalDouble.empty(),
          Map.of());

  public BudgetSettings {
    prices = Map.copyOf(prices);
  }

  /** Returns whether anything is capped. */
  @Override
  public boolean enabled() {
    return toolCalls.isPresent()
        || callsPerTool.isPresent()
        || turns.isPresent()
        || tokens.isPresent()
        || costUsd.isPresent();
  }

  /** Returns what tokens cost in US dollars; 0 where their model has no price. */
  public double cost(@Nullable String model, long inputTokens, long outputTokens) {
    String name = model == null ? "" : model;
    return prices.keySet().stream()
        .map(Glob::of)
        .sorted()
        .filter(models -> models.matches(name))
        .findFirst()
        .map(models -> prices.get(models.text()))
        .map(price -> (inputTokens * price.input() + outputTokens * price.output()) * PER_MILLION)
        .orElse(0.0);
  }

  /**
   * What a model costs.
   *
   * @param input US dollars for a million input tokens
   * @param output US dollars for a million output tokens
   */
  public record Price(double input, double output) {}
}
