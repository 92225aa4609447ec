package io.loopsentinel.engine.budget;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Where it is kept what budgets have spent that are not one session's. Thread-safe; bounded in
 * number.
 *
 * <p>A call is judged and counted in one step, so that of two sessions of one user one alone makes
 * the last call that is allowed.
 */
public interface SpendingStore {

  /**
   * Does something during which no other call or turn is judged that may use the same accounts. It
   * is quick, and may be within another step of the same thread.
   *
   * @throws IllegalStateException if others are in the midst of theirs for too long
   */
  <T> T inOneStep(Supplier<T> work);

  /** Returns an account, an empty one where nothing was used; to be called in a step. */
  Account get(Account.Key key);

  /** Replaces an account; to be called in a step. */
  void put(Account.Key key, Account account);

  /** Returns all accounts of which something was used; a snapshot. */
  Map<Account.Key, Account> accounts();

  /** Returns what was added to caps and is in force; forgets that of which the time is over. */
  List<Raise> raises(Instant now);

  /** Adds to a cap. */
  void raise(Raise raise);
}
