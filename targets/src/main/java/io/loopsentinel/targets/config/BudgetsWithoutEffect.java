package io.loopsentinel.targets.config;

import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.util.List;
import java.util.Map;

/** Finds caps and files of budgets that can have no effect. */
final class BudgetsWithoutEffect {

  private BudgetsWithoutEffect() {}

  static void addTo(SentinelConfig config, List<String> found) {
    List<Budget> budgets = config.engine().budget().budgets();
    addUnreachedCaps(budgets, found);
    addUnreachedCapsPerTool(budgets, found);
    if (config.budgetsState().isPresent()) {
      addState(budgets, found);
    }
  }

  /** A cap is never reached where a smaller one counts the same. */
  private static void addUnreachedCaps(List<Budget> budgets, List<String> found) {
    for (Budget larger : budgets) {
      larger.caps().entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(
              cap ->
                  budgets.stream()
                      .filter(other -> countsTheSame(other, larger))
                      .filter(
                          other ->
                              other.caps().getOrDefault(cap.getKey(), Double.MAX_VALUE)
                                  < cap.getValue())
                      .findFirst()
                      .ifPresent(
                          other ->
                              found.add(
                                  "%s: is never reached, since %s counts the same and is smaller"
                                      .formatted(
                                          larger.setting(cap.getKey()),
                                          other.setting(cap.getKey())))));
    }
  }

  /** One tool makes no more calls than all of them. */
  private static void addUnreachedCapsPerTool(List<Budget> budgets, List<String> found) {
    for (Budget budget : budgets) {
      Double all = budget.caps().get(Measure.TOOL_CALLS);
      Double each = budget.caps().get(Measure.CALLS_PER_TOOL);
      if (all != null && each != null && all <= each) {
        found.add(
            "%s: is never reached, since %s counts these calls, too, and is no larger"
                .formatted(
                    budget.setting(Measure.CALLS_PER_TOOL), budget.setting(Measure.TOOL_CALLS)));
      }
    }
  }

  private static boolean countsTheSame(Budget one, Budget other) {
    return one.per().equals(other.per())
        && one.window() == other.window()
        && one.zone().equals(other.zone());
  }

  private static void addState(List<Budget> budgets, List<String> found) {
    List<Budget> shared =
        budgets.stream().filter(budget -> !budget.per().equals(Budget.SESSION)).toList();
    if (shared.stream().allMatch(budget -> budget.window() == Budget.Window.RUN)) {
      found.add(
          "budgets_state: keeps nothing, since "
              + (shared.isEmpty()
                  ? "no budget is shared by sessions; per: session is kept in memory alone"
                  : "budgets of a window run are kept in memory alone"));
    }
  }
}
