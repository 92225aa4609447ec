package io.loopsentinel.agent.budget;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.api.StateStore;
import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.session.MemorySpending;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what budgets have spent in memory and, within a second after it changes, where it outlives
 * the JVM: the accounts and raises as JSON. A JVM that is killed loses the last second.
 */
public final class StoredSpending extends MemorySpending {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Half of the second that may be lost; the other half is for the file to be written. */
  private static final long MILLIS_BETWEEN = 500;

  private final StateStore store;
  private final BudgetSettings settings;
  private final InstantSource clock;
  private final Consumer<Throwable> failures;
  private final boolean readable;
  private final AtomicBoolean changed = new AtomicBoolean();
  private final ScheduledThreadPoolExecutor writer =
      new ScheduledThreadPoolExecutor(1, task -> AgentThread.daemon("loop-sentinel budgets", task));

  /** What is kept. */
  private record State(int v, List<Entry> accounts, List<RaiseEntry> raises) {}

  private record Entry(Account.Key key, Account account) {}

  /** A raise whose end is a text, as in events. */
  private record RaiseEntry(
      String budget, String holder, Measure measure, double amount, String until, String why) {

    RaiseEntry(Raise raise) {
      this(
          raise.budget(),
          raise.holder(),
          raise.measure(),
          raise.amount(),
          raise.until().toString(),
          raise.why());
    }

    Raise raise() {
      return new Raise(budget, holder, measure, amount, Instant.parse(until), why);
    }
  }

  /**
   * Returns what keeps it until the JVM ends: a file or a store, or memory alone where there is
   * neither.
   */
  public static SpendingStore of(
      Optional<String> file,
      Optional<StateStore> store,
      BudgetSettings settings,
      Telemetry telemetry) {
    StateStore kept =
        file.<StateStore>map(
                name -> new StateFile(Path.of(name).toAbsolutePath(), telemetry.failures()))
            .or(() -> store)
            .orElse(null);
    if (kept == null) {
      return new MemorySpending();
    }
    StoredSpending opened =
        new StoredSpending(kept, settings, InstantSource.system(), telemetry.failures());
    telemetry.exitTasks().add("loop-sentinel budgets", opened::close);
    return opened;
  }

  /**
   * Reads a store, and writes to it from now on; not to one that cannot be read, for it may hold
   * what is worth keeping.
   *
   * @param store its text tells where it is, for messages
   * @param settings the budgets; accounts of others, and of windows that are over, are not kept
   * @param failures told of what cannot be read or written
   */
  StoredSpending(
      StateStore store,
      BudgetSettings settings,
      InstantSource clock,
      Consumer<Throwable> failures) {
    this.store = store;
    this.settings = settings;
    this.clock = clock;
    this.failures = failures;
    this.readable = read();
    var unused =
        writer.scheduleWithFixedDelay(
            this::writeChanges, MILLIS_BETWEEN, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
  }

  @Override
  public void put(Account.Key key, Account account) {
    super.put(key, account);
    changed.set(true);
  }

  @Override
  public void raise(Raise raise) {
    super.raise(raise);
    changed.set(true);
  }

  /** Writes what is not kept yet, and ends the thread that does. */
  public void close() {
    writer.shutdown();
    writeChanges();
  }

  private boolean read() {
    try {
      String text = store.read();
      if (text != null) {
        State state = JSON.readValue(text, State.class);
        state.accounts().stream()
            .filter(entry -> isCurrent(entry.key()))
            .forEach(entry -> super.put(entry.key(), entry.account()));
        state.raises().forEach(entry -> super.raise(entry.raise()));
      }
      return true;
    } catch (Exception e) {
      report("cannot be read", "budgets begin anew, and what they spend is in memory only", e);
      return false;
    }
  }

  private boolean isCurrent(Account.Key key) {
    Instant now = clock.instant();
    return settings.budgets().stream().anyMatch(budget -> key.isCurrent(budget, now));
  }

  private synchronized void writeChanges() {
    if (!readable || !changed.getAndSet(false)) {
      return;
    }
    try {
      store.write(JSON.writeValueAsString(state()));
    } catch (Exception e) {
      changed.set(true);
      report(null, "what budgets spend is in memory only", e);
    }
  }

  private void report(@Nullable String problem, String consequence, Exception cause) {
    failures.accept(new LocatedFailure(store.toString(), problem, consequence, cause));
  }

  private State state() {
    List<Entry> accounts =
        accounts().entrySet().stream()
            .filter(each -> isCurrent(each.getKey()))
            .map(each -> new Entry(each.getKey(), each.getValue()))
            .toList();
    List<RaiseEntry> raises = raises(clock.instant()).stream().map(RaiseEntry::new).toList();
    return new State(1, accounts, raises);
  }
}
