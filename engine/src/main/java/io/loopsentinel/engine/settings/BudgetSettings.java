package io.loopsentinel.engine.settings;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

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
    Map<String, Price> prices) {

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
  public boolean hasCaps() {
    return toolCalls.isPresent()
        || callsPerTool.isPresent()
        || turns.isPresent()
        || tokens.isPresent()
        || costUsd.isPresent();
  }

  /**
   * What a model costs.
   *
   * @param input US dollars for a million input tokens
   * @param output US dollars for a million output tokens
   */
  public record Price(double input, double output) {}
}
