package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.detect.BoundedMap;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A store of spending in memory. It is lost when the JVM ends. */
public class MemorySpending implements SpendingStore {

  /** The least recently used account is dropped; usually its window is over. */
  private static final int MAX_ACCOUNTS = 100_000;

  private final BoundedLock lock = new BoundedLock();
  private final Map<Account.Key, Account> accounts = new BoundedMap<>(MAX_ACCOUNTS);
  private final List<Raise> raises = new ArrayList<>();

  @Override
  public void lock() {
    lock.lock();
  }

  @Override
  public void unlock() {
    lock.unlock();
  }

  /** Runs work under the lock. */
  public final <T> T inOneStep(Supplier<T> work) {
    return lock.locked(work);
  }

  @Override
  public Account get(Account.Key key) {
    return accounts.getOrDefault(key, Account.EMPTY);
  }

  @Override
  public void put(Account.Key key, Account account) {
    accounts.put(key, account);
  }

  @Override
  public Map<Account.Key, Account> accounts() {
    return lock.locked(() -> Map.copyOf(accounts));
  }

  /** Returns all accounts, quickly even if there are many; must be called in a step. */
  protected final List<Map.Entry<Account.Key, Account>> entries() {
    List<Map.Entry<Account.Key, Account>> all = new ArrayList<>(accounts.size());
    accounts.forEach((key, account) -> all.add(Map.entry(key, account)));
    return all;
  }

  @Override
  public List<Raise> raises(Instant now) {
    return lock.locked(
        () -> {
          raises.removeIf(raise -> !raise.until().isAfter(now));
          return List.copyOf(raises);
        });
  }

  @Override
  public void raise(Raise raise) {
    lock.locked(() -> raises.add(raise));
  }
}
