package io.loopsentinel.engine.detect;

import java.util.Locale;

/** What {@code budget} caps, named as in the configuration. */
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

  /** Returns the path of its cap in the configuration. */
  public String setting() {
    return "budget." + name().toLowerCase(Locale.ROOT);
  }

  /** Returns a value of this measure for a message. */
  public String format(double value) {
    return this == COST_USD
        ? String.format(Locale.ROOT, "$%.2f", value)
        : String.format(Locale.ROOT, "%.0f", value);
  }
}
