package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.text.Printable;

/**
 * The use of a cap by one holder in the current window.
 *
 * @param window the hour, day or month; empty if the budget has no window
 * @param tool the tool whose calls are counted; empty for all tools
 */
public record Standing(
    String budget,
    String holder,
    String tool,
    String window,
    Measure measure,
    double used,
    double cap) {

  @Override
  public String toString() {
    String whose = holder.isEmpty() ? "" : " of " + Printable.name(holder);
    String what = measure == Measure.COST_USD ? "" : " " + measure.text();
    return "budget %s%s: %s of %s%s%s"
        .formatted(
            budget,
            whose,
            measure.shown(used),
            measure.shown(cap),
            what,
            tool.isEmpty() ? "" : " (" + Printable.name(tool) + ")");
  }
}
