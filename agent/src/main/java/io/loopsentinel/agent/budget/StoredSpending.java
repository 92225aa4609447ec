package io.loopsentinel.agent.budget;

import io.loopsentinel.agent.budget.SpendingArchive.UnavailableException;
import io.loopsentinel.agent.budget.SpendingState.Entry;
import io.loopsentinel.agent.budget.SpendingState.RaiseEntry;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.targets.thread.AgentThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Spending of budgets, kept in memory and written to persistent storage within a second after each
 * change. If the JVM is killed, the last second is lost.
 *
 * <p>One thread reads and writes. Calls wait for it only at the start, for a limited time. As long
 * as the stored state cannot be read, it is not changed. Budgets then count in memory, and the
 * result is added to the stored state as soon as that can be read.
 */
public final class StoredSpending extends SpendingStore {

  /** Half of the second that may be lost; the other half is for writing the file. */
  private static final long WRITE_INTERVAL_MILLIS = 500;

  /** Maximum time for which the first guarded call waits for the stored state. */
  private static final long READ_TIMEOUT_MILLIS = 2_000;

  /** Maximum time for which the end of the JVM waits until the last changes are written. */
  private static final long CLOSE_TIMEOUT_MILLIS = 3_000;

  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Maximum number of tracked changes. With more, all accounts are written. */
  private static final int MAX_CHANGED = 100_000;

  private static final String IN_MEMORY_ONLY =
      "it is left as it is; until it can be read, budgets count in memory only";

  private static final String NOT_WRITTEN = "budgets count in memory only";

  private final SpendingArchive archive;
  private final Supplier<BudgetSettings> settings;
  private final InstantSource clock;
  private final Consumer<Throwable> failures;
  private final Consumer<String> log;
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, task -> AgentThread.daemon("loop-sentinel budgets", task));

  // Guarded by the lock of the spending store.
  private Map<Account.Key, Account> changed = new HashMap<>();
  private boolean isChanged;
  private boolean isFullWriteDue = true;

  // Used only by the thread.
  private boolean isOpen;
  private @Nullable String problem;
  private long pauseNanos;
  private long pauseEnd = System.nanoTime();

  /**
   * Accounts to write.
   *
   * @param complete whether these are all accounts
   */
  private record Changes(List<Map.Entry<Account.Key, Account>> accounts, boolean complete) {}

  /**
   * Returns spending that is stored in a file, or only in memory if none is named.
   *
   * @param settings supplies the current budgets
   */
  public static SpendingStore of(
      Optional<String> file, Supplier<BudgetSettings> settings, Telemetry telemetry) {
    if (file.isEmpty()) {
      return new SpendingStore();
    }
    SpendingArchive archive =
        new StateFile(Path.of(file.get()).toAbsolutePath(), telemetry.failures());
    StoredSpending opened =
        new StoredSpending(
            archive, settings, InstantSource.system(), telemetry.failures(), telemetry.log()::info);
    telemetry.exitTasks().add("loop-sentinel budgets", opened::close);
    return opened;
  }

  /**
   * Opens an archive and starts writing to it.
   *
   * @param settings supplies the current budgets; accounts of other budgets and of past windows are
   *     not stored
   * @param failures receives read and write failures
   * @param log receives a line when the archive can be used again
   */
  StoredSpending(
      SpendingArchive archive,
      Supplier<BudgetSettings> settings,
      InstantSource clock,
      Consumer<Throwable> failures,
      Consumer<String> log) {
    this.archive = archive;
    this.settings = settings;
    this.clock = clock;
    this.failures = failures;
    this.log = log;
    await(thread.submit(this::update), READ_TIMEOUT_MILLIS, "not read within ", IN_MEMORY_ONLY);
    Future<?> unused =
        thread.scheduleWithFixedDelay(
            this::update, WRITE_INTERVAL_MILLIS, WRITE_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void put(Account.Key key, Account account) {
    super.put(key, account);
    isChanged = true;
    if (changed.size() >= MAX_CHANGED) {
      requestFullWrite();
    } else if (!isFullWriteDue) {
      changed.put(key, account);
    }
  }

  @Override
  public void raise(Raise raise) {
    super.raise(raise);
    inOneStep(this::requestFullWrite);
  }

  /** Writes pending changes and ends the thread. */
  public void close() {
    Future<?> last = thread.submit(this::finish);
    thread.shutdown();
    await(last, CLOSE_TIMEOUT_MILLIS, "not written within ", "the last changes may be lost");
  }

  private void await(Future<?> task, long millis, String timeoutProblem, String consequence) {
    try {
      task.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      report(timeoutProblem + millis + " ms", consequence, e);
    } catch (ExecutionException e) {
      report(null, consequence, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Intended for the application, whose call continues.
    }
  }

  private void finish() {
    pauseEnd = System.nanoTime();
    update();
    archive.close();
  }

  private void update() {
    if (System.nanoTime() - pauseEnd < 0) {
      return;
    }
    try {
      if (isOpen || open()) {
        write();
      }
    } catch (IOException e) {
      pause();
      reportOnce("cannot be written: " + StateFile.reason(e), NOT_WRITTEN, e);
    } catch (Throwable e) {
      pause();
      report(null, NOT_WRITTEN, e);
    }
  }

  private boolean open() {
    try {
      SpendingState stored = archive.open();
      add(stored);
      isOpen = true;
      pauseNanos = 0;
      reportUse();
      return true;
    } catch (UnavailableException e) {
      if (!e.isInUse()) {
        pause();
      }
      reportOnce(String.valueOf(e.getMessage()), IN_MEMORY_ONLY, e);
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      pause();
      reportOnce("cannot be read", IN_MEMORY_ONLY, e);
    }
    return false;
  }

  /** Adds a stored state to the spending from before it could be read. */
  private void add(SpendingState stored) {
    List<Entry> accounts =
        stored.accounts().stream().filter(each -> isCurrent(each.key())).toList();
    inOneStep(
        () -> {
          stored.raises().forEach(entry -> super.raise(entry.raise()));
          for (Entry entry : accounts) {
            super.put(entry.key(), get(entry.key()).plus(entry.account()));
          }
          return stored;
        });
  }

  private void write() throws Exception {
    boolean canAppend = archive.canAppend();
    Changes next = inOneStep(() -> takeChanges(canAppend));
    if (next == null) {
      return;
    }
    List<Entry> accounts =
        next.accounts().stream()
            .filter(each -> isCurrent(each.getKey()))
            .map(each -> new Entry(each.getKey(), each.getValue()))
            .toList();
    try {
      if (next.complete()) {
        List<RaiseEntry> raises = raises(clock.instant()).stream().map(RaiseEntry::new).toList();
        archive.replace(new SpendingState(accounts, raises));
      } else {
        archive.append(accounts);
      }
      pauseNanos = 0;
      reportUse();
    } catch (Throwable e) {
      inOneStep(this::requestFullWrite);
      throw e;
    }
  }

  private @Nullable Changes takeChanges(boolean canAppend) {
    if (!isChanged) {
      return null;
    }
    boolean complete = isFullWriteDue || !canAppend;
    List<Map.Entry<Account.Key, Account>> taken =
        complete ? entries() : List.copyOf(changed.entrySet());
    changed = new HashMap<>();
    isChanged = false;
    isFullWriteDue = false;
    return new Changes(taken, complete);
  }

  private boolean requestFullWrite() {
    changed = new HashMap<>();
    isFullWriteDue = true;
    isChanged = true;
    return true;
  }

  private boolean isCurrent(Account.Key key) {
    Instant now = clock.instant();
    return settings.get().budgets().stream().anyMatch(budget -> key.isCurrent(budget, now));
  }

  /** Delays the next attempt, twice as long each time, up to the maximum. */
  private void pause() {
    pauseNanos = Math.min(MAX_PAUSE_NANOS, Math.max(TimeUnit.SECONDS.toNanos(1), 2 * pauseNanos));
    pauseEnd = System.nanoTime() + pauseNanos;
  }

  private void reportOnce(String what, String consequence, Throwable cause) {
    if (!what.equals(problem)) {
      problem = what;
      report(what, consequence, cause);
    }
  }

  private void reportUse() {
    if (problem != null) {
      problem = null;
      log.accept(archive + ": can be used now; what was spent in the meantime is added");
    }
  }

  private void report(@Nullable String what, String consequence, @Nullable Throwable cause) {
    failures.accept(new LocatedFailure(archive.toString(), what, consequence, cause));
  }
}
