package io.loopsentinel.agent.budget;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.session.MemorySpending;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Keeps what budgets have spent in memory and, within a second after it changes, in a file.
 *
 * <p>The file has two lines: the SHA-256 of the second, and the accounts and raises as JSON. It is
 * replaced as a whole, so a JVM that is killed loses the last second and leaves a file that can be
 * read. Each JVM needs one of its own.
 */
public final class SpendingFile implements SpendingStore {

  private static final String NAME = "budgets_state";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Half of the second that may be lost; the other half is for the file to be written. */
  private static final long MILLIS_BETWEEN = 500;

  private final MemorySpending memory = new MemorySpending();
  private final Path file;
  private final BudgetSettings settings;
  private final InstantSource clock;
  private final Consumer<Throwable> failures;
  private final AtomicBoolean changed = new AtomicBoolean();
  private final ScheduledThreadPoolExecutor writer =
      new ScheduledThreadPoolExecutor(1, task -> AgentThread.daemon("loop-sentinel budgets", task));

  /** What the second line holds. */
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

  /** Returns a store in a file, written until the JVM ends, or in memory where none is named. */
  public static SpendingStore of(
      Optional<String> file, BudgetSettings settings, Telemetry telemetry) {
    if (file.isEmpty()) {
      return new MemorySpending();
    }
    SpendingFile opened =
        new SpendingFile(
            Path.of(file.get()), settings, InstantSource.system(), telemetry.failures());
    telemetry.exitTasks().add("loop-sentinel budgets", opened::close);
    return opened;
  }

  /**
   * Reads a file if there is one, and writes to it from now on.
   *
   * @param settings the budgets; accounts of others, and of windows that are over, are not kept
   * @param failures told of what cannot be read or written
   */
  public SpendingFile(
      Path file, BudgetSettings settings, InstantSource clock, Consumer<Throwable> failures) {
    this.file = file.toAbsolutePath();
    this.settings = settings;
    this.clock = clock;
    this.failures = failures;
    if (Files.exists(file)) {
      read();
    }
    var unused =
        writer.scheduleWithFixedDelay(
            this::writeChanges, MILLIS_BETWEEN, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
  }

  @Override
  public <T> T inOneStep(Supplier<T> work) {
    return memory.inOneStep(work);
  }

  @Override
  public Account get(Account.Key key) {
    return memory.get(key);
  }

  @Override
  public void put(Account.Key key, Account account) {
    memory.put(key, account);
    changed.set(true);
  }

  @Override
  public Map<Account.Key, Account> accounts() {
    return memory.accounts();
  }

  @Override
  public List<Raise> raises(Instant now) {
    return memory.raises(now);
  }

  @Override
  public void raise(Raise raise) {
    memory.raise(raise);
    changed.set(true);
  }

  /** Writes what is not in the file yet, and ends the thread that does. */
  public void close() {
    writer.shutdown();
    writeChanges();
  }

  private void read() {
    try {
      List<String> lines = Files.readAllLines(file);
      if (lines.size() != 2 || !lines.get(0).equals(Fingerprint.of(lines.get(1)).toHex())) {
        throw new IOException("its checksum does not fit");
      }
      State state = JSON.readValue(lines.get(1), State.class);
      state.accounts().stream()
          .filter(entry -> isCurrent(entry.key()))
          .forEach(entry -> memory.put(entry.key(), entry.account()));
      state.raises().forEach(entry -> memory.raise(entry.raise()));
    } catch (IOException | RuntimeException e) {
      putAside(e);
    }
  }

  private boolean isCurrent(Account.Key key) {
    Instant now = clock.instant();
    return settings.budgets().stream().anyMatch(budget -> key.isCurrent(budget, now));
  }

  private void putAside(Exception reason) {
    Path aside = file.resolveSibling(file.getFileName() + ".broken");
    try {
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
    failures.accept(
        new LocatedFailure(
            NAME + " " + file,
            "cannot be read: its checksum or its content does not fit",
            "budgets begin anew; it is kept as " + aside.getFileName(),
            reason));
  }

  private synchronized void writeChanges() {
    if (!changed.getAndSet(false)) {
      return;
    }
    try {
      write();
    } catch (IOException | RuntimeException e) {
      changed.set(true);
      failures.accept(
          new LocatedFailure(NAME + " " + file, null, "what budgets spend is in memory only", e));
    }
  }

  private void write() throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(next);
    // The folder's own rules hold where the file system knows no owner, as on Windows.
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    String state = JSON.writeValueAsString(state());
    byte[] lines =
        (Fingerprint.of(state).toHex() + "\n" + state + "\n").getBytes(StandardCharsets.UTF_8);
    // Not a channel, which an interrupt of the thread would close.
    try (RandomAccessFile out = new RandomAccessFile(next.toFile(), "rw")) {
      out.write(lines);
      out.getFD().sync();
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private State state() {
    List<Entry> accounts =
        memory.accounts().entrySet().stream()
            .filter(each -> isCurrent(each.getKey()))
            .map(each -> new Entry(each.getKey(), each.getValue()))
            .toList();
    List<RaiseEntry> raises = memory.raises(clock.instant()).stream().map(RaiseEntry::new).toList();
    return new State(1, accounts, raises);
  }
}
