package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.Instant;

/**
 * What somebody added to a cap for a time.
 *
 * @param budget the name of the budget
 * @param holder whose account it is about, see {@link Account.Key}
 * @param measure which of its caps
 * @param amount how much may be used beyond the cap
 * @param until when that ends
 * @param why what it is for, in words
 */
public record Raise(
    String budget, String holder, Measure measure, double amount, Instant until, String why) {

  /** Returns whether it adds to a cap of an account. */
  public boolean adds(Account.Key key, Measure cap) {
    return budget.equals(key.budget()) && holder.equals(key.holder()) && measure == cap;
  }
}
