package io.loopsentinel.store.file;

import static io.loopsentinel.store.file.Appends.HOUR;
import static io.loopsentinel.store.file.Appends.append;
import static io.loopsentinel.store.file.Appends.lines;
import static io.loopsentinel.store.file.Appends.read;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SharedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.FutureTask;
import org.h2.mvstore.DataUtils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that cannot be read, or not as they were written. */
class DamagedFileTest {

  private static final int MAX_FAILURES = 100;

  @TempDir private Path folder;

  private @Nullable SharedStore opened;

  @AfterEach
  void close() {
    if (opened != null) {
      opened.close();
    }
  }

  @Test
  void aTextIsSetAside() throws Exception {
    Files.writeString(file(), "budgets: 1\n".repeat(2_000));

    assertIsSetAside();
  }

  @Test
  void aFileWithoutItsBeginningIsSetAside() throws Exception {
    byte[] bytes = written();
    Arrays.fill(bytes, 0, 8_192, (byte) 0);
    Files.write(file(), bytes);

    assertIsSetAside();
  }

  @Test
  void aFileWithoutItsEndHasAnEarlierState() throws Exception {
    byte[] bytes = written();
    Files.write(file(), Arrays.copyOf(bytes, bytes.length / 2));

    assertThat(firstEvents(open())).containsExactly("1 1000000", "2 1000001");
  }

  @Test
  void aFileWithOtherBytesInAnEntryIsSetAside() throws Exception {
    byte[] bytes = written();
    byte[] event = "1000000".getBytes(UTF_8);
    for (int i = 0; i < bytes.length - event.length; i++) {
      if (Arrays.equals(bytes, i, i + event.length, event, 0, event.length)) {
        bytes[i] = '2';
      }
    }
    Files.write(file(), bytes);

    assertIsSetAside();
  }

  @Tag("slow")
  @Test
  void anyDamageIsNoticedOrHarmless() throws Exception {
    byte[] bytes = written();
    Random random = new Random(5);
    for (int round = 0; round < 100; round++) {
      byte[] changed = bytes.clone();
      int first = random.nextInt(bytes.length - 1);
      int last = Math.min(bytes.length, first + random.nextInt(5_000));
      for (int i = first; i < last; i++) {
        changed[i] = (byte) random.nextInt();
      }
      Path file = folder.resolve("changed " + round);
      Files.write(file, changed);

      try (SharedStore damaged = new FileStore(file, Instant::now)) {
        assertThat(firstEvents(damaged)).containsExactly("1 1000000", "2 1000001");
      } catch (IOException e) {
        assertThat(e).hasMessageStartingWith(file + " is damaged");
      }
    }
  }

  @Test
  void aFileThatCannotBeSetAsideIsReportedAsDamaged() throws Exception {
    Files.writeString(file(), "budgets: 1\n".repeat(2_000));
    Files.createDirectory(Path.of(file() + ".damaged-0"));

    try (SharedStore damaged = new FileStore(file(), () -> Instant.EPOCH)) {
      assertThatThrownBy(() -> read(damaged, "one"))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(file() + " is damaged and cannot be renamed: ");
    }
  }

  @Test
  void anEmptyFileIsANewOne() throws Exception {
    Files.createFile(file());
    SharedStore store = open();

    assertThat(lines(append(store, "one", 1))).containsExactly("1 1");
  }

  @Test
  void aFileOfANewerVersionIsLeftAsItIs() throws Exception {
    byte[] newer =
        new String(written(), ISO_8859_1).replace("format:3", "format:9").getBytes(ISO_8859_1);
    for (int header = 0; header < 2; header++) {
      sign(newer, header * 4_096);
    }
    Files.write(file(), newer);
    SharedStore store = open();

    for (int use = 0; use < 2; use++) {
      assertThatThrownBy(() -> read(store, "one"))
          .isInstanceOf(IOException.class)
          .hasMessage(file() + " was written by a newer version, and is left as it is");
    }
    assertThat(file()).hasBinaryContent(newer);
  }

  /** Writes the checksum of a header of the library, which ends with it. */
  private static void sign(byte[] file, int start) {
    String header = new String(file, start, 4_096, ISO_8859_1);
    int end = header.indexOf(",fletcher:");
    int sum = DataUtils.getFletcher32(file, start, end);
    byte[] signed = (",fletcher:" + Integer.toHexString(sum) + "\n").getBytes(ISO_8859_1);
    System.arraycopy(signed, 0, file, start + end, signed.length);
  }

  @Test
  void aFullStackIsNoDamage() throws Exception {
    Files.write(file(), written());
    SharedStore store = open();
    FutureTask<Boolean> uses =
        new FutureTask<>(
            () -> {
              useUntilTheStackIsFull(store);
              return true;
            });
    Thread thread = new Thread(null, uses, "small stack", 256 << 10);

    thread.start();
    assertThat(uses.get()).isTrue();

    assertThat(firstEvents(store)).containsExactly("1 1000000", "2 1000001");
    assertThat(folder).isDirectoryNotContaining(path -> path.toString().contains("damaged"));
  }

  @Test
  void aFolderIsNoDamage() throws Exception {
    Files.createDirectories(file());
    SharedStore store = open();

    assertThatThrownBy(() -> read(store, "one"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file() + " cannot be used: ");
    assertThat(file()).isDirectory();
  }

  /** Uses the store with less and less room on the stack, beyond its end. */
  private static void useUntilTheStackIsFull(SharedStore store) throws Exception {
    int failures = 0;
    for (int depth = 0; failures < MAX_FAILURES; depth += 25) {
      try {
        useAt(depth, store);
      } catch (StackOverflowError e) {
        failures++;
      }
    }
  }

  private static void useAt(int depth, SharedStore store) throws Exception {
    if (depth > 0) {
      useAt(depth - 1, store);
    } else {
      read(store, "one");
    }
  }

  private void assertIsSetAside() throws Exception {
    byte[] before = Files.readAllBytes(file());
    SharedStore store = open();

    assertThatThrownBy(() -> read(store, "one"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            file() + " is damaged and was renamed to sessions.db.damaged-77; a new one begins");

    assertThat(folder.resolve("sessions.db.damaged-77")).hasBinaryContent(before);
    assertThat(lines(append(store, "one", 1))).containsExactly("1 1");
    assertThat(store.add(Map.of("cost", 1.0), HOUR)).isEqualTo(Map.of("cost", 1.0));
  }

  /** Returns the bytes of a file with some logs; the first is named {@code one}. */
  private byte[] written() throws Exception {
    Path file = folder.resolve("written");
    try (SharedStore written = new FileStore(file, Instant::now)) {
      append(written, "one", 1_000_000);
      append(written, "one", 1_000_001);
      for (int i = 0; i < 100; i++) {
        append(written, "session " + i, 1);
        written.add(Map.of("sum " + i, 1.0), HOUR);
      }
    }
    return Files.readAllBytes(file);
  }

  private static Iterable<String> firstEvents(SharedStore store) throws Exception {
    return lines(read(store, "one"));
  }

  private Path file() {
    return folder.resolve("sessions.db");
  }

  private SharedStore open() {
    SharedStore store = new FileStore(file(), () -> Instant.ofEpochMilli(77));
    opened = store;
    return store;
  }
}
