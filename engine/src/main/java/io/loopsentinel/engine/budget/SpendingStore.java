package io.loopsentinel.engine.budget;

import io.loopsentinel.engine.bounded.BoundedLock;
import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The use of budgets that several sessions share, in memory. Thread-safe; bounded.
 *
 * <p>A call is judged and counted in one step, so that only one of two sessions of a user makes the
 * last allowed call.
 */
public class SpendingStore {

  /** Beyond this the least recently used account is dropped; usually its window is over. */
  private static final int MAX_ACCOUNTS = 100_000;

  private final BoundedLock lock = new BoundedLock();
  private final Map<Account.Key, Account> accounts = new BoundedMap<>(MAX_ACCOUNTS);
  private final List<Raise> raises = new ArrayList<>();

  /**
   * Begins a step. Until {@link #unlock}, no other call or turn that may use the same accounts is
   * judged. A step must be quick. Steps of one thread may be nested.
   *
   * @throws IllegalStateException if steps of other threads take too long
   */
  public final void lock() {
    lock.lock();
  }

  public final void unlock() {
    lock.unlock();
  }

  /** Runs work under the lock. */
  public final <T> T inOneStep(Supplier<T> work) {
    return lock.locked(work);
  }

  /** Returns an account, empty if nothing was used; must be called in a step. */
  public final Account get(Account.Key key) {
    return accounts.getOrDefault(key, Account.EMPTY);
  }

  /** Replaces an account; must be called in a step. */
  public void put(Account.Key key, Account account) {
    accounts.put(key, account);
  }

  /** Returns whether other JVMs use the same accounts. */
  public boolean isShared() {
    return false;
  }

  /**
   * Exchanges the use of accounts with other JVMs; must not be called in a step. If that fails, the
   * use is exchanged later.
   */
  public void exchange(Map<Account.Key, Set<Measure>> accounts) {}

  /** Returns a snapshot of all accounts with use. */
  public final Map<Account.Key, Account> accounts() {
    return lock.locked(() -> Map.copyOf(accounts));
  }

  /** Returns all accounts, quickly even if there are many; must be called in a step. */
  protected final List<Map.Entry<Account.Key, Account>> entries() {
    List<Map.Entry<Account.Key, Account>> all = new ArrayList<>(accounts.size());
    accounts.forEach((key, account) -> all.add(Map.entry(key, account)));
    return all;
  }

  /** Returns the raises in force, and drops expired ones. */
  public List<Raise> raises(Instant now) {
    return lock.locked(
        () -> {
          raises.removeIf(raise -> !raise.until().isAfter(now));
          return List.copyOf(raises);
        });
  }

  public void raise(Raise raise) {
    lock.locked(() -> raises.add(raise));
  }
}
