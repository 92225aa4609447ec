package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What one holder has used of a budget in one window. Immutable.
 *
 * @param used by what was used; what was not is absent
 * @param warned of what its share was warned about
 */
public record Account(Map<Measure, Double> used, Set<Measure> warned) {

  /** Of which nothing has been used. */
  public static final Account EMPTY = new Account(Map.of(), Set.of());

  /**
   * Tells an account from the others.
   *
   * @param budget the name of the budget
   * @param holder the session or the label's value; empty where the budget is for all
   * @param tool the tool whose calls alone are counted; empty where it is about all
   * @param window the window of time, see {@link io.loopsentinel.engine.settings.Budget#windowAt}
   */
  public record Key(String budget, String holder, String tool, String window) {

    /** Returns whether it is of a budget's window that is not over, or of one without end. */
    public boolean isCurrent(Budget of, Instant now) {
      return of.name().equals(budget)
          && of.window() != Budget.Window.RUN
          && window.equals(of.windowAt(now.atZone(ZoneOffset.UTC), ""));
    }
  }

  public Account {
    used = Map.copyOf(used);
    warned = Set.copyOf(warned);
  }

  /** Returns how much of something has been used. */
  public double of(Measure measure) {
    return used.getOrDefault(measure, 0.0);
  }

  /** Returns what holds after more was used, or less where the amount is negative. */
  public Account plus(Measure measure, double amount) {
    Map<Measure, Double> sums = new EnumMap<>(Measure.class);
    sums.putAll(used);
    sums.merge(measure, amount, Double::sum);
    // A call may be taken back in a window that begins after it was counted.
    sums.computeIfPresent(measure, (each, sum) -> Math.min(Math.max(0, sum), Double.MAX_VALUE));
    return new Account(sums, warned);
  }

  /** Returns the sum of this account and another one of the same holder. */
  public Account plus(Account other) {
    Account sum = this;
    for (Map.Entry<Measure, Double> each : other.used.entrySet()) {
      sum = sum.plus(each.getKey(), each.getValue());
    }
    Set<Measure> all = new HashSet<>(warned);
    all.addAll(other.warned);
    return new Account(sum.used, all);
  }

  /** Returns what holds after the holder was warned about its share. */
  public Account warnedAbout(Measure measure) {
    Set<Measure> all = EnumSet.of(measure);
    all.addAll(warned);
    return new Account(used, all);
  }
}
