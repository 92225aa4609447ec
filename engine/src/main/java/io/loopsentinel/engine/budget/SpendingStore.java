package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A store of the use of budgets that several sessions share. Thread-safe; bounded in number.
 *
 * <p>A call is judged and counted in one step, so that only one of two sessions of a user makes the
 * last allowed call.
 */
public interface SpendingStore {

  /**
   * Begins a step: until {@link #unlock}, no other call or turn is judged that may use the same
   * accounts. A step must be quick. Steps of one thread may be nested.
   *
   * @throws IllegalStateException if steps of other threads take too long
   */
  void lock();

  /** Ends a step. */
  void unlock();

  /** Returns an account, empty if nothing was used; must be called in a step. */
  Account get(Account.Key key);

  /** Replaces an account; must be called in a step. */
  void put(Account.Key key, Account account);

  /** Returns whether other JVMs use the same accounts. */
  default boolean isShared() {
    return false;
  }

  /**
   * Exchanges the use of accounts with other JVMs; must not be called in a step. If that fails, the
   * use is exchanged later.
   *
   * @param accounts the accounts to read, and their measures
   */
  default void exchange(Map<Account.Key, Set<Measure>> accounts) {}

  /** Returns a snapshot of all accounts with use. */
  Map<Account.Key, Account> accounts();

  /** Returns the raises in force, and drops expired ones. */
  List<Raise> raises(Instant now);

  /** Adds a raise. */
  void raise(Raise raise);
}
