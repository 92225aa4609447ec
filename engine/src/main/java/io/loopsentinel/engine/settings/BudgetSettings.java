package io.loopsentinel.engine.settings;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What may be used, by one session or by several together, and what tokens cost.
 *
 * @param budgets each with a name of its own
 * @param prices by model name or glob
 */
public record BudgetSettings(List<Budget> budgets, GlobMap<Price> prices) {

  private static final double MILLION = 1e6;

  /** What holds where the configuration says nothing. */
  public static final BudgetSettings NONE = new BudgetSettings(List.of(), Map.of());

  /** Copies the budgets. */
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
    COST_USD;

    /** Returns its name in configurations and reports. */
    public String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns an amount as it is shown, without its unit. */
    public String shown(double amount) {
      return String.format(Locale.ROOT, this == COST_USD ? "$%.2f" : "%.0f", amount);
    }

    /** Whether tool calls use it up; otherwise turns of the model do. */
    public boolean isOfCalls() {
      return this == TOOL_CALLS || this == CALLS_PER_TOOL;
    }
  }

  /**
   * What a model costs.
   *
   * @param input US dollars for a million input tokens
   * @param output US dollars for a million output tokens
   * @param cached US dollars for a million input tokens that the provider had kept
   */
  public record Price(double input, double output, double cached) {}

  /** Returns the same without budgets that several sessions share. */
  public BudgetSettings ofSessions() {
    return new BudgetSettings(
        budgets.stream().filter(each -> each.per().equals(Budget.SESSION)).toList(), prices);
  }

  /**
   * Returns what tokens cost in US dollars; 0 where their model has no price.
   *
   * @param cachedTokens how many of the input tokens the provider had kept
   */
  public double cost(
      @Nullable String model, long inputTokens, long cachedTokens, long outputTokens) {
    Price price = prices.find(model == null ? "" : model);
    return price == null
        ? 0
        : (Math.max(0, inputTokens - cachedTokens) * price.input()
                + cachedTokens * price.cached()
                + outputTokens * price.output())
            / MILLION;
  }
}
