package io.loopsentinel.store.file;

import static io.loopsentinel.store.file.Appends.HOUR;
import static io.loopsentinel.store.file.Appends.append;
import static io.loopsentinel.store.file.Appends.lines;
import static io.loopsentinel.store.file.Appends.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.api.SharedStore.Log;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is closed and opened again, while a clock goes on or back. */
class ReopenedFileTest {

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

  @TempDir private Path folder;

  @Test
  void hasItsLogsAndSums() throws Exception {
    try (SharedStore store = open()) {
      append(store, "one", 1);
      append(store, "one", 2);
      append(store, "two", 1);
      store.add(Map.of("cost", 2.5), HOUR);
    }

    try (SharedStore store = open()) {
      assertThat(lines(read(store, "one"))).containsExactly("1 1", "2 2");
      assertThat(lines(append(store, "one", 2))).containsExactly("1 1", "2 2");
      assertThat(lines(append(store, "one", 3))).containsExactly("1 1", "2 2", "3 3");
      assertThat(store.logs(10)).extracting(Log::session).containsExactlyInAnyOrder("one", "two");
      assertThat(store.add(Map.of("cost", 0.5), HOUR)).isEqualTo(Map.of("cost", 3.0));
    }
  }

  /** As the audit log: it has labels, and messages of operators. */
  @Test
  void belongsToItsOwnerAlone() throws Exception {
    try (SharedStore store = open()) {
      append(store, "one", 1);
    }

    try (Stream<Path> files = Files.list(folder)) {
      Path file = files.toList().get(0);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void hasNothingThatExpiredMeanwhile() throws Exception {
    try (SharedStore store = open()) {
      append(store, "one", 1);
      store.add(Map.of("cost", 2.5), HOUR);
    }
    pass(HOUR);

    try (SharedStore store = open()) {
      assertThat(read(store, "one")).isEmpty();
      assertThat(store.logs(10)).isEmpty();
      assertThat(store.add(Map.of("cost", 0.5), HOUR)).isEqualTo(Map.of("cost", 0.5));
      assertThat(lines(append(store, "one", 1))).containsExactly("1 1");
    }
  }

  @Test
  void losesExpiredLogsAndSumsWhileOthersAreWritten() throws Exception {
    try (SharedStore store = open()) {
      for (int i = 0; i < 100; i++) {
        append(store, "session " + i, 1);
        append(store, "session " + i, 2);
        store.add(Map.of("sum " + i, 1.0), HOUR);
      }
      pass(HOUR);
      for (int number = 1; number <= 30; number++) {
        append(store, "other", number);
      }
    }

    try (MVStore file = MVStore.open(file().toString())) {
      assertThat(StoredData.open(file, "logs")).hasSize(1);
      assertThat(StoredData.open(file, "entries")).hasSize(30 + 1);
      assertThat(StoredData.open(file, "sums")).isEmpty();
    }
  }

  @Test
  void hasNoTimeThatGoesBackWithTheClock() throws Exception {
    now.set(Instant.ofEpochMilli(5_000));
    try (SharedStore store = open()) {
      append(store, "one", 1);
    }
    now.set(Instant.ofEpochMilli(4_000));

    try (SharedStore store = open()) {
      append(store, "one", 2);
      now.set(Instant.ofEpochMilli(6_000));
      assertThat(append(store, "one", 3).stream().map(Entry::time))
          .containsExactly(5_000L, 5_000L, 6_000L);
    }
  }

  @Tag("slow")
  @Test
  void keepsItsSizeAlthoughMuchIsWritten() throws Exception {
    long max = 100 << 20;
    try (SharedStore store = open()) {
      store.add(Map.of("cost", 1.0), HOUR);
      for (int i = 1; i <= 15_000; i++) {
        List<Entry> unused = append(store, "session " + i % 1_000, i / 1_000 + 1);
      }
      assertThat(Files.size(file())).isLessThan(max);
    }

    try (SharedStore store = open()) {
      assertThat(lines(read(store, "session 7")))
          .isEqualTo(LongStream.rangeClosed(1, 15).mapToObj(n -> n + " " + n).toList());
    }
  }

  @Test
  void isANewOneAfterItWasRemoved() throws Exception {
    try (SharedStore store = open()) {
      append(store, "one", 1);
      Files.delete(file());

      assertThatThrownBy(() -> append(store, "one", 2))
          .isInstanceOf(IOException.class)
          .hasMessage(file() + " was removed; a new one begins");
      assertThat(lines(append(store, "one", 3))).containsExactly("1 3");
    }

    try (SharedStore store = open()) {
      assertThat(lines(read(store, "one"))).containsExactly("1 3");
    }
  }

  @Test
  void isInAFolderThatIsCreated() throws Exception {
    Path file = folder.resolve("state/loops/sessions.db");
    try (SharedStore store = new FileStore(file, now::get)) {
      append(store, "one", 1);
    }

    assertThat(file).isRegularFile();
  }

  @Test
  void isNotOpenedByAStoreThatIsClosed() throws Exception {
    SharedStore store = open();
    store.close();

    assertThatThrownBy(() -> read(store, "one"))
        .isInstanceOf(IOException.class)
        .hasMessage(file() + " is closed");
    assertThat(file()).doesNotExist();
  }

  private SharedStore open() {
    return new FileStore(file(), now::get);
  }

  private Path file() {
    return folder.resolve("sessions.db");
  }

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }
}
