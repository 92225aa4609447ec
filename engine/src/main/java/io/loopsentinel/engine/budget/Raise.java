package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.Instant;

/**
 * A temporary increase of a cap.
 *
 * @param holder the holder of the account, see {@link Account.Key}
 * @param why the reason given by the person
 */
public record Raise(
    String budget, String holder, Measure measure, double amount, Instant until, String why) {

  public boolean adds(Account.Key key, Measure cap) {
    return budget.equals(key.budget()) && holder.equals(key.holder()) && measure == cap;
  }
}
