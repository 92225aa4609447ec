package io.loopsentinel.agent.budget;

import io.loopsentinel.agent.budget.SpendingArchive.UnavailableException;
import io.loopsentinel.agent.budget.SpendingState.Entry;
import io.loopsentinel.agent.budget.SpendingState.RaiseEntry;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.api.StateStore;
import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.session.MemorySpending;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.BudgetSettings;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what budgets have spent in memory and, within a second after it changes, where it outlives
 * the JVM. A JVM that is killed loses the last second.
 *
 * <p>One thread reads and writes; calls wait for it only at the start, and not for long. As long as
 * the stored state cannot be read it is left alone. Budgets then count in memory, and are added to
 * the stored state when it can be read.
 */
public final class StoredSpending extends MemorySpending {

  /** Half of the second that may be lost; the other half is for the file to be written. */
  private static final long MILLIS_BETWEEN = 500;

  /** How long the first guarded call waits for the stored state. */
  private static final long MAX_READ_MILLIS = 2_000;

  /** How long the end of the JVM waits for the last changes to be written. */
  private static final long MAX_CLOSE_MILLIS = 3_000;

  private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** Changed accounts that are remembered; with more, everything is written. */
  private static final int MAX_CHANGED = 100_000;

  private static final String IN_MEMORY =
      "it is left as it is; until it can be read, budgets count in memory only";

  private final SpendingArchive archive;
  private final Supplier<BudgetSettings> settings;
  private final InstantSource clock;
  private final Consumer<Throwable> failures;
  private final Consumer<String> lines;
  private final ScheduledThreadPoolExecutor thread =
      new ScheduledThreadPoolExecutor(1, task -> AgentThread.daemon("loop-sentinel budgets", task));

  // Guarded by the lock of a step.
  private Map<Account.Key, Account> changed = new HashMap<>();
  private boolean isChanged;
  private boolean isWholeDue = true;

  // Of the thread alone.
  private boolean isOpen;
  private @Nullable String problem;
  private long pauseNanos;
  private long pauseEnd = System.nanoTime();

  /**
   * What is to be written.
   *
   * @param whole whether these are all accounts
   */
  private record Changes(List<Map.Entry<Account.Key, Account>> accounts, boolean whole) {}

  /**
   * Returns a store that is kept in a file or in the store of an extension, or a store in memory if
   * there is neither.
   *
   * @param settings returns the budgets in force
   */
  public static SpendingStore of(
      Optional<String> file,
      Optional<StateStore> store,
      Supplier<BudgetSettings> settings,
      Telemetry telemetry) {
    SpendingArchive archive =
        file.<SpendingArchive>map(
                name -> new StateFile(Path.of(name).toAbsolutePath(), telemetry.failures()))
            .or(() -> store.map(StoreArchive::new))
            .orElse(null);
    if (archive == null) {
      return new MemorySpending();
    }
    StoredSpending opened =
        new StoredSpending(
            archive, settings, InstantSource.system(), telemetry.failures(), telemetry.log()::info);
    telemetry.exitTasks().add("loop-sentinel budgets", opened::close);
    return opened;
  }

  /**
   * Opens an archive, and writes to it from now on.
   *
   * @param settings returns the budgets; accounts of others, and of windows that are over, are not
   *     kept
   * @param failures receives what cannot be read or written
   * @param lines receives what is possible again
   */
  StoredSpending(
      SpendingArchive archive,
      Supplier<BudgetSettings> settings,
      InstantSource clock,
      Consumer<Throwable> failures,
      Consumer<String> lines) {
    this.archive = archive;
    this.settings = settings;
    this.clock = clock;
    this.failures = failures;
    this.lines = lines;
    await(thread.submit(this::update), MAX_READ_MILLIS, "not read within ", IN_MEMORY);
    Future<?> unused =
        thread.scheduleWithFixedDelay(
            this::update, MILLIS_BETWEEN, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
  }

  @Override
  public void put(Account.Key key, Account account) {
    super.put(key, account);
    isChanged = true;
    if (changed.size() >= MAX_CHANGED) {
      writeWhole();
    } else if (!isWholeDue) {
      changed.put(key, account);
    }
  }

  @Override
  public void raise(Raise raise) {
    super.raise(raise);
    inOneStep(this::writeWhole);
  }

  /** Writes what is not kept yet, and ends the thread. */
  public void close() {
    Future<?> last = thread.submit(this::finish);
    thread.shutdown();
    await(last, MAX_CLOSE_MILLIS, "not written within ", "the last changes may be lost");
  }

  private void await(Future<?> task, long millis, String late, String consequence) {
    try {
      task.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      report(late + millis + " ms", consequence, e);
    } catch (ExecutionException e) {
      report(null, consequence, e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // Meant for the application, whose call goes on.
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
    } catch (Throwable e) {
      pause();
      report(null, "what budgets spend is in memory only", e);
    }
  }

  private boolean open() {
    try {
      SpendingState stored = archive.open();
      add(stored);
      isOpen = true;
      pauseNanos = 0;
      if (problem != null) {
        problem = null;
        lines.accept(archive + ": can be used now; what was spent meanwhile is added");
      }
      return true;
    } catch (UnavailableException e) {
      if (!e.isInUse()) {
        pause();
      }
      reportOnce(String.valueOf(e.getMessage()), e);
    } catch (Exception | OutOfMemoryError | StackOverflowError e) {
      pause();
      reportOnce("cannot be read", e);
    }
    return false;
  }

  /** Adds a stored state to what was spent before it could be read. */
  private void add(SpendingState stored) {
    Map<String, String> windows = currentWindows();
    inOneStep(
        () -> {
          stored.raises().forEach(entry -> super.raise(entry.raise()));
          for (Entry entry : stored.accounts()) {
            if (isCurrent(entry.key(), windows)) {
              super.put(entry.key(), get(entry.key()).plus(entry.account()));
            }
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
    Map<String, String> windows = currentWindows();
    List<Entry> accounts =
        next.accounts().stream()
            .filter(each -> isCurrent(each.getKey(), windows))
            .map(each -> new Entry(each.getKey(), each.getValue()))
            .toList();
    boolean written = false;
    try {
      if (next.whole()) {
        List<RaiseEntry> raises = raises(clock.instant()).stream().map(RaiseEntry::new).toList();
        archive.replace(new SpendingState(accounts, raises));
      } else {
        archive.append(accounts);
      }
      written = true;
      pauseNanos = 0;
    } finally {
      if (!written) {
        inOneStep(this::writeWhole);
      }
    }
  }

  private @Nullable Changes takeChanges(boolean canAppend) {
    if (!isChanged) {
      return null;
    }
    boolean whole = isWholeDue || !canAppend;
    List<Map.Entry<Account.Key, Account>> taken =
        whole ? entries() : List.copyOf(changed.entrySet());
    changed = new HashMap<>();
    isChanged = false;
    isWholeDue = false;
    return new Changes(taken, whole);
  }

  private boolean writeWhole() {
    changed = new HashMap<>();
    isWholeDue = true;
    isChanged = true;
    return true;
  }

  /** Returns the current windows by budget; those of runs are not kept. */
  private Map<String, String> currentWindows() {
    ZonedDateTime now = clock.instant().atZone(ZoneOffset.UTC);
    return settings.get().budgets().stream()
        .filter(budget -> budget.window() != Budget.Window.RUN)
        .collect(Collectors.toMap(Budget::name, budget -> budget.windowAt(now, ""), (a, b) -> a));
  }

  private static boolean isCurrent(Account.Key key, Map<String, String> windows) {
    return key.window().equals(windows.get(key.budget()));
  }

  /** Pauses before the next attempt, each time for longer. */
  private void pause() {
    pauseNanos = Math.min(MAX_PAUSE_NANOS, Math.max(TimeUnit.SECONDS.toNanos(1), 2 * pauseNanos));
    pauseEnd = System.nanoTime() + pauseNanos;
  }

  private void reportOnce(String what, Throwable cause) {
    if (!what.equals(problem)) {
      problem = what;
      report(what, IN_MEMORY, cause);
    }
  }

  private void report(@Nullable String what, String consequence, @Nullable Throwable cause) {
    failures.accept(new LocatedFailure(archive.toString(), what, consequence, cause));
  }
}
