package io.loopsentinel.agent.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Raise;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Budget.Window;
import io.loopsentinel.engine.settings.BudgetSettings;
import io.loopsentinel.engine.settings.BudgetSettings.Measure;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What budgets have spent outlives the JVM. */
class StoredSpendingTest {

  private static final Account.Key TODAY = new Account.Key("daily", "ann", "", "2026-11-26");

  @TempDir private File folder;
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private Instant now = Instant.parse("2026-11-26T10:00:00Z");
  private Path path;

  @BeforeEach
  void name() {
    path = folder.toPath().resolve("budgets.json");
  }

  @Test
  void isThereAgainAfterARestart() {
    Raise raise =
        new Raise("daily", "ann", Measure.COST_USD, 5, now.plus(Duration.ofHours(2)), "a demo");

    StoredSpending before = open();
    spend(before, TODAY, 1.25);
    before.raise(raise);
    before.close();
    StoredSpending after = open();

    assertThat(after.accounts()).isEqualTo(Map.of(TODAY, account(1.25)));
    assertThat(after.raises(now)).containsExactly(raise);
    assertThat(failures).isEmpty();
    after.close();
  }

  /** A person gives the reason, and a model may give the name of a tool. */
  @Test
  void isThereAgainWhateverItsTextsAre() {
    Account.Key invented = new Account.Key("daily", "ann", "half \ud83d", "2026-11-26");
    StoredSpending before = open();
    spend(before, TODAY, 1.25);
    spend(before, invented, 0.5);
    Instant until = now.plus(Duration.ofHours(2));
    before.raise(new Raise("daily", "ann", Measure.COST_USD, 5, until, "why ".repeat(20_000)));
    before.close();

    StoredSpending after = open();

    assertThat(failures).isEmpty();
    assertThat(after.accounts()).isEqualTo(Map.of(TODAY, account(1.25), invented, account(0.5)));
    assertThat(after.raises(now)).extracting(Raise::until).containsExactly(until);
    after.close();
  }

  @Test
  void forgetsADayThatIsOver() {
    StoredSpending before = open();
    spend(before, TODAY, 1.25);
    before.close();

    now = now.plus(Duration.ofDays(1));
    StoredSpending after = open();

    assertThat(after.accounts()).isEmpty();
    after.close();
  }

  @Test
  void belongsToItsOwnerAlone() throws Exception {
    StoredSpending file = open();
    spend(file, TODAY, 1);
    file.close();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    assertThat(folder.list()).containsExactlyInAnyOrder("budgets.json", "budgets.json.lock");
  }

  @Test
  void isSetAsideIfItWasEdited() throws Exception {
    StoredSpending before = open();
    spend(before, TODAY, 1.25);
    before.close();
    Files.writeString(path, Files.readString(path).replace("1.25", "0.25"));

    StoredSpending after = open();

    assertThat(after.accounts()).isEmpty();
    assertThat(failures).hasSize(1);
    assertThat(failures.get(0))
        .hasMessageContaining("budgets_state")
        .hasMessageContaining("checksum");
    assertThat(path.resolveSibling("budgets.json.broken")).exists();
    after.close();
  }

  @Test
  void isNotHurtByAKillInTheMidstOfWriting() throws Exception {
    StoredSpending before = open();
    spend(before, TODAY, 1.25);
    before.close();
    String whole = Files.readString(path);
    Files.writeString(path.resolveSibling("budgets.json.new"), whole.substring(0, 60));

    StoredSpending after = open();

    assertThat(after.accounts()).isEqualTo(Map.of(TODAY, account(1.25)));
    spend(after, TODAY, 2);
    after.close();
    assertThat(open().accounts()).isEqualTo(Map.of(TODAY, account(2)));
    assertThat(failures).isEmpty();
  }

  @Test
  void continuesInMemoryIfTheFolderIsMissing() {
    path = folder.toPath().resolve("missing/budgets.json");

    StoredSpending file = open();
    spend(file, TODAY, 1);
    file.close();

    assertThat(file.accounts()).hasSize(1);
    assertThat(failures).isNotEmpty();
  }

  /** One line names the reason, whichever step has failed, and another one the end. */
  @Test
  void saysOnceWhyItCannotBeWrittenAndWhenItCan() throws Exception {
    FullDisk disk = new FullDisk();
    StoredSpending file = open(disk);
    for (int attempt = 1; attempt <= 2; attempt++) {
      spend(file, TODAY, attempt);
      disk.failed.acquire();
    }
    assertThat(failures)
        .singleElement()
        .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
        .hasMessage("a full disk: cannot be written: No space left on device");

    disk.isFull = false;
    file.close();

    assertThat(disk.written).containsExactly(new SpendingState.Entry(TODAY, account(2)));
    assertThat(failures).hasSize(1);
    assertThat(lines)
        .containsExactly("a full disk: can be used now; what was spent in the meantime is added");
  }

  @Test
  void leavesAStoreAsItIsThatCannotBeRead() {
    Unreadable store = new Unreadable();
    StoredSpending spending = open(store);

    spend(spending, TODAY, 1);
    spending.close();

    assertThat(spending.accounts()).hasSize(1);
    assertThat(store.written).isEmpty();
    assertThat(failures).singleElement().asString().contains("the store: cannot be read");
  }

  /** As on a mount that no longer answers. */
  @Test
  @Timeout(60)
  void keepsNeitherCallsNorTheEndOfTheJvmWaitingForAWriteThatHangs() throws Exception {
    Hanging mount = new Hanging();
    StoredSpending spending = open(mount);
    spend(spending, TODAY, 1);
    mount.writing.await();

    spend(spending, TODAY, 2);
    spending.close();

    assertThat(spending.accounts()).isEqualTo(Map.of(TODAY, account(2)));
    assertThat(failures).singleElement().asString().contains("the mount: not written within");
    mount.released.countDown();
  }

  /** An archive that is written as a whole. */
  private abstract static class Archive implements SpendingArchive {

    @Override
    public SpendingState open() throws Exception {
      return SpendingState.EMPTY;
    }

    @Override
    public boolean canAppend() {
      return false;
    }

    @Override
    public void append(List<SpendingState.Entry> changed) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private static final class Hanging extends Archive {

    private final CountDownLatch writing = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Override
    public void replace(SpendingState state) throws InterruptedException {
      writing.countDown();
      released.await();
    }

    @Override
    public String toString() {
      return "the mount";
    }
  }

  private static final class Unreadable extends Archive {

    private final List<SpendingState> written = new ArrayList<>();

    @Override
    public SpendingState open() throws IOException {
      throw new IOException("no connection");
    }

    @Override
    public void replace(SpendingState state) {
      written.add(state);
    }

    @Override
    public String toString() {
      return "the store";
    }
  }

  private static final class FullDisk extends Archive {

    private final Semaphore failed = new Semaphore(0);
    private volatile boolean isFull = true;
    private volatile List<SpendingState.Entry> written = List.of();

    @Override
    public void replace(SpendingState state) throws IOException {
      if (isFull) {
        failed.release();
        throw new IOException("No space left on device");
      }
      written = state.accounts();
    }

    @Override
    public String toString() {
      return "a full disk";
    }
  }

  private StoredSpending open() {
    return open(new StateFile(path, failures::add));
  }

  private StoredSpending open(SpendingArchive store) {
    Budget daily =
        new Budget(
            "daily",
            "user",
            Window.DAY,
            Map.of(Measure.COST_USD, 5.0),
            0.8,
            null,
            ZoneId.of("Europe/Berlin"));
    return new StoredSpending(
        store,
        () -> new BudgetSettings(List.of(daily), Map.of()),
        () -> now,
        failures::add,
        lines::add);
  }

  private static void spend(StoredSpending file, Account.Key key, double usd) {
    file.inOneStep(
        () -> {
          file.put(key, account(usd));
          return key;
        });
  }

  private static Account account(double usd) {
    return Account.EMPTY.plus(Measure.COST_USD, usd);
  }
}
