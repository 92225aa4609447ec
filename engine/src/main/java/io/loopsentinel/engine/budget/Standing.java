package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.text.Printable;

/**
 * How much of a cap one holder has used in the window that holds.
 *
 * @param window the hour, day or month; empty where the budget has no end
 * @param tool the tool whose calls alone are counted; empty where it is about all
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
    String whose = holder.isEmpty() ? "" : " of " + Printable.of(holder, Printable.NAME);
    String what = measure == Measure.COST_USD ? "" : " " + measure.text();
    return "budget %s%s: %s of %s%s%s"
        .formatted(
            budget,
            whose,
            measure.shown(used),
            measure.shown(cap),
            what,
            tool.isEmpty() ? "" : " (" + Printable.of(tool, Printable.NAME) + ")");
  }
}
