package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The use of a budget by one holder in one window. Immutable.
 *
 * @param used the amounts by measure; absent if 0
 */
public record Account(Map<Measure, Double> used, Set<Measure> warned) {

  public static final Account EMPTY = new Account(Map.of(), Set.of());

  /**
   * Identifies an account.
   *
   * @param holder the session or the label's value; empty if the budget is global
   * @param tool the tool whose calls are counted; empty for all tools
   * @param window the time window, see {@link io.loopsentinel.engine.settings.Budget#windowAt}
   */
  public record Key(String budget, String holder, String tool, String window) {

    /** Returns whether its window is the current one of a budget, or has no end. */
    public boolean isCurrent(Budget of, Instant now) {
      return of.name().equals(budget)
          && of.window() != Budget.Window.RUN
          && window.equals(of.windowAt(now.atZone(ZoneOffset.UTC), ""));
    }

    /** Reads a key that {@link #write} has written. */
    public static Key read(DataInput in) throws IOException {
      return new Key(in.readUTF(), in.readUTF(), in.readUTF(), in.readUTF());
    }

    public void write(DataOutput out) throws IOException {
      out.writeUTF(budget);
      out.writeUTF(holder);
      out.writeUTF(tool);
      out.writeUTF(window);
    }
  }

  public Account {
    used = Map.copyOf(used);
    warned = Set.copyOf(warned);
  }

  /** Reads an account that {@link #write} has written. */
  public static Account read(DataInput in) throws IOException {
    Map<Measure, Double> used = new EnumMap<>(Measure.class);
    for (int count = in.readByte(); count > 0; count--) {
      used.put(Measure.valueOf(in.readUTF()), in.readDouble());
    }
    Set<Measure> warned = EnumSet.noneOf(Measure.class);
    for (int count = in.readByte(); count > 0; count--) {
      warned.add(Measure.valueOf(in.readUTF()));
    }
    return new Account(used, warned);
  }

  public void write(DataOutput out) throws IOException {
    out.writeByte(used.size());
    for (Map.Entry<Measure, Double> each : used.entrySet()) {
      out.writeUTF(each.getKey().name());
      out.writeDouble(each.getValue());
    }
    out.writeByte(warned.size());
    for (Measure each : warned) {
      out.writeUTF(each.name());
    }
  }

  public double of(Measure measure) {
    return used.getOrDefault(measure, 0.0);
  }

  /** Returns this account with an amount added, which may be negative. */
  public Account plus(Measure measure, double amount) {
    Map<Measure, Double> sums = new EnumMap<>(Measure.class);
    sums.putAll(used);
    sums.merge(measure, amount, Double::sum);
    // A call may be withdrawn in a window that began after it was counted.
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

  public Account warnedAbout(Measure measure) {
    Set<Measure> all = EnumSet.of(measure);
    all.addAll(warned);
    return new Account(used, all);
  }
}
