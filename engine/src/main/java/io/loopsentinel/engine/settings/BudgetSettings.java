package io.loopsentinel.engine.settings;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Budgets of one session or of several together, and prices of tokens.
 *
 * @param budgets the budgets, with unique names
 * @param prices the prices by model name or glob
 */
public record BudgetSettings(List<Budget> budgets, GlobMap<Price> prices) {

  private static final double MILLION = 1e6;

  public static final BudgetSettings NONE = new BudgetSettings(List.of(), Map.of());

  public BudgetSettings {
    budgets = List.copyOf(budgets);
  }

  /** Creates settings with prices by the text of a model's name or glob. */
  public BudgetSettings(List<Budget> budgets, Map<String, Price> prices) {
    this(
        budgets,
        new GlobMap<>(
            prices.entrySet().stream()
                .collect(Collectors.toMap(each -> Glob.of(each.getKey()), Map.Entry::getValue))));
  }

  /** A quantity that can be capped. */
  public enum Measure {
    /** Calls of all tools together. */
    TOOL_CALLS,
    /** Calls of one tool. */
    CALLS_PER_TOOL,
    TURNS,
    /** Input and output tokens together. */
    TOKENS,
    COST_USD;

    /** Returns its name in configurations and reports. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns an amount as text, without its unit. */
    public String shown(double amount) {
      return String.format(Locale.ROOT, this == COST_USD ? "$%.2f" : "%.0f", amount);
    }

    /** Returns whether tool calls use it; if not, turns do. */
    public boolean isOfCalls() {
      return this == TOOL_CALLS || this == CALLS_PER_TOOL;
    }
  }

  /**
   * The price of a model.
   *
   * @param input US dollars for a million input tokens
   * @param output US dollars for a million output tokens
   * @param cached US dollars for a million input tokens from the provider's cache
   */
  public record Price(double input, double output, double cached) {}

  /** Returns these settings without budgets that several sessions share. */
  public BudgetSettings ofSessions() {
    return new BudgetSettings(
        budgets.stream().filter(each -> each.per().equals(Budget.SESSION)).toList(), prices);
  }

  /**
   * Returns the cost of tokens in US dollars; {@code null} if the model has no price.
   *
   * @param cachedTokens the input tokens that came from the provider's cache
   */
  public @Nullable Double cost(
      @Nullable String model, long inputTokens, long cachedTokens, long outputTokens) {
    Price price = prices.find(model == null ? "" : model);
    return price == null
        ? null
        : (Double)
            ((Math.max(0, inputTokens - cachedTokens) * price.input()
                    + cachedTokens * price.cached()
                    + outputTokens * price.output())
                / MILLION);
  }
}
