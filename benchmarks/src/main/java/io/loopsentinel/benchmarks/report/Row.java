package io.loopsentinel.benchmarks.report;

/**
 * One figure of a report.
 *
 * @param unit of the figures, as it stands behind them
 */
public record Row(String what, Spread spread, String unit, Goal goal) {

  /** Whether the median is as it should be. */
  public boolean isHeld() {
    return goal.isHeldBy(spread.median());
  }

  String line() {
    return "| %s | %s | %s %s | %s to %s | %s |"
        .formatted(
            what,
            goal.text(),
            Figures.of(spread.median()),
            unit,
            Figures.of(spread.lowest()),
            Figures.of(spread.highest()),
            goal instanceof Goal.None ? "" : isHeld() ? "yes" : "**no**");
  }
}
