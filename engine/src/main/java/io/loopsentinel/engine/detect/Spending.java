package io.loopsentinel.engine.detect;

import java.util.Map;

/** What a session has used of its budget. Not thread-safe: its session guards it. */
public final class Spending {

  /** A model invents tool names; the calls of the one longest not called are forgotten. */
  private static final int COUNTED_TOOLS = 256;

  private final Map<String, Long> callsByTool = new BoundedMap<>(COUNTED_TOOLS);
  private long calls;
  private long turns;
  private long tokens;
  private double cost;

  /** Creates what a session has used that has used nothing. */
  public Spending() {}

  /** Creates a copy. */
  Spending(Spending other) {
    callsByTool.putAll(other.callsByTool);
    calls = other.calls;
    turns = other.turns;
    tokens = other.tokens;
    cost = other.cost;
  }

  /** Counts a call that runs. */
  public void called(String tool) {
    calls++;
    callsByTool.merge(tool, 1L, Long::sum);
  }

  /**
   * Counts a turn of the model.
   *
   * @param usedTokens tokens of its request and response
   * @param usedCost US dollars
   */
  public void turned(long usedTokens, double usedCost) {
    turns++;
    tokens += usedTokens;
    cost += usedCost;
  }

  /** Returns how much of a measure has been used; of {@code calls_per_tool} by this tool. */
  double of(BudgetDetector.Measure measure, String tool) {
    return switch (measure) {
      case TOOL_CALLS -> calls;
      case CALLS_PER_TOOL -> callsByTool.getOrDefault(tool, 0L);
      case TURNS -> turns;
      case TOKENS -> tokens;
      case COST_USD -> cost;
    };
  }
}
