package io.loopsentinel.engine.settings;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The section {@code budget}: caps for one session.
 *
 * @param caps by what is capped; absent where it says {@code none}
 * @param prices by model name
 */
public record BudgetSettings(Map<Measure, Double> caps, Map<String, Price> prices)
    implements DetectorSettings {

  private static final double PER_MILLION = 1e-6;

  /** What holds where the configuration says nothing. */
  public static final BudgetSettings NONE = new BudgetSettings(Map.of(), Map.of());

  /** Copies the maps. */
  public BudgetSettings {
    caps = Map.copyOf(caps);
    prices = Map.copyOf(prices);
  }

  /** What is capped, named as in the configuration. */
  public enum Measure {
    /** Calls of all tools together. */
    TOOL_CALLS,
    /** Calls of one tool. */
    CALLS_PER_TOOL,
    /** Model turns. */
    TURNS,
    /** Input and output tokens together. */
    TOKENS,
    /** US dollars. */
    COST_USD
  }

  /**
   * What a model costs.
   *
   * @param input US dollars for a million input tokens
   * @param output US dollars for a million output tokens
   */
  public record Price(double input, double output) {}

  @Override
  public boolean enabled() {
    return !caps.isEmpty();
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
}
