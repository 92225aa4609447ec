package io.loopsentinel.targets.text;

import java.math.BigDecimal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats numbers for people; a dash stands for a missing number. */
public final class Numbers {

  private static final String NONE = "-";
  private static final String UNITS = "kMGT";

  private Numbers() {}

  /** Returns a count with thousands separators: 12,345. */
  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Returns a count, or a dash for 0. */
  public static String countOrNone(long number) {
    return number == 0 ? NONE : count(number);
  }

  /** Returns a count with its noun: 1 run, 2 runs. */
  public static String of(long number, String noun) {
    return count(number) + " " + noun + (number == 1 ? "" : "s");
  }

  /** Returns a number, abbreviated to at most three digits from 10,000 on: 12.3M. */
  public static String rough(long number) {
    if (number < 10_000) {
      return count(number);
    }
    double value = number / 1_000.0;
    int unit = 0;
    while (value >= 999.5 && unit < UNITS.length() - 1) {
      value /= 1_000;
      unit++;
    }
    return String.format(
        Locale.ROOT, value < 99.95 ? "%.1f%c" : "%.0f%c", value, UNITS.charAt(unit));
  }

  /** Returns a percentage, or a dash if the total is 0: 12 %. */
  public static String percent(long part, long total) {
    return total == 0 ? NONE : String.format(Locale.ROOT, "%.0f %%", 100.0 * part / total);
  }

  /** Returns US dollars: with two decimals from $1 on, with four below. */
  public static String dollars(BigDecimal amount) {
    return String.format(
        Locale.ROOT, amount.compareTo(BigDecimal.ONE) < 0 ? "$%.4f" : "$%,.2f", amount);
  }

  /** Returns a median of integers, or a dash for null: 2, 2.5. */
  public static String median(@Nullable Double median) {
    return median == null ? NONE : String.format(Locale.ROOT, "%.1f", median).replace(".0", "");
  }
}
