package io.loopsentinel.agent.budget;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import io.loopsentinel.engine.text.Printable;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;

/** The accounts and raises that outlive the JVM, in the form in which they are stored. */
record SpendingState(List<Entry> accounts, List<RaiseEntry> raises) {

  static final SpendingState EMPTY = new SpendingState(List.of(), List.of());

  SpendingState {
    accounts = List.copyOf(accounts);
    raises = List.copyOf(raises);
  }

  record Entry(Account.Key key, Account account) {

    Entry {
      require(key != null && account != null, "an account without a key or a value");
      require(
          key.budget() != null
              && key.holder() != null
              && key.tool() != null
              && key.window() != null,
          "a key with a missing member");
      account.used().forEach((measure, used) -> requireAmount(measure + " used", used));
    }
  }

  /** A raise with its end as a text, as in events. */
  record RaiseEntry(
      String budget, String holder, Measure measure, double amount, String until, String why) {

    /** A longer one would not fit into a line of the file. */
    private static final int MAX_REASON_LENGTH = 500;

    RaiseEntry {
      require(
          budget != null && holder != null && measure != null && until != null && why != null,
          "a raise with a missing member");
      requireAmount("a raise", amount);
      try {
        Instant.parse(until);
      } catch (DateTimeParseException e) {
        throw new IllegalArgumentException("the end of a raise is not a time", e);
      }
    }

    RaiseEntry(Raise raise) {
      this(
          raise.budget(),
          raise.holder(),
          raise.measure(),
          raise.amount(),
          raise.until().toString(),
          Printable.of(raise.why(), MAX_REASON_LENGTH));
    }

    Raise raise() {
      return new Raise(budget, holder, measure, amount, Instant.parse(until), why);
    }
  }

  private static void requireAmount(String what, double amount) {
    require(Double.isFinite(amount) && amount >= 0, what + " is " + amount);
  }

  private static void require(boolean fits, String problem) {
    if (!fits) {
      throw new IllegalArgumentException(problem);
    }
  }
}
