package io.loopsentinel.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.api.SharedStore.Log;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file and another JVM, which is killed while it appends. */
@Timeout(120)
class OtherProcessTest {

  private static final int KILLS = 5;

  @TempDir private Path folder;

  @Tag("slow")
  @Test
  void allThatWasAppendedIsThereAfterAKill() throws Exception {
    long last = 0;
    for (int kill = 1; kill <= KILLS; kill++) {
      last = appendUntilKilled(last + 1, 250L * kill);

      try (SharedStore store = open()) {
        List<Long> numbers = numbers(store);
        assertThat(numbers).hasSizeBetween((int) last, (int) last + 1).doesNotHaveDuplicates();
        assertThat(numbers).contains(last);
        double sum = store.add(Map.of("appended", 0.0), Appends.HOUR).getOrDefault("appended", 0.0);
        assertThat(sum).isBetween((double) last, last + 1.0);
        last = numbers.size();
        store.add(Map.of("appended", last - sum), Appends.HOUR);
      }
    }
  }

  @Test
  void aFileInUseIsLeftAlone() throws Exception {
    Process other = start(1);
    try (SharedStore store = open();
        BufferedReader acknowledged = other.inputReader()) {
      assertThat(acknowledged.readLine()).isEqualTo("1");

      assertThatThrownBy(() -> store.logs(10))
          .isInstanceOf(IOException.class)
          .hasMessage(file() + " is in use; only one JVM can use it at a time");

      other.destroyForcibly().waitFor();
      assertThat(store.logs(10)).extracting(Log::session).contains("session 1");
      assertThat(folder).isDirectoryNotContaining(path -> path.toString().contains("damaged"));
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void aFileInUseByThisJvmIsLeftAlone() throws Exception {
    SharedStore first = open();
    Appends.append(first, "one", 1);
    try (SharedStore second = open()) {
      assertThatThrownBy(() -> second.logs(10))
          .hasMessage(file() + " is in use; only one JVM can use it at a time");

      first.close();
      assertThat(second.logs(10)).extracting(Log::session).containsExactly("one");
    }
  }

  /** Returns the number of the last event that the program said it had appended. */
  private long appendUntilKilled(long first, long events) throws Exception {
    Process process = start(first);
    try (BufferedReader acknowledged = process.inputReader()) {
      long last = 0;
      String line = acknowledged.readLine();
      while (line != null) {
        last = Long.parseLong(line);
        if (last == first + events) {
          process.toHandle().destroyForcibly(); // Unlike that of the process, leaves its output.
        }
        line = acknowledged.readLine();
      }
      return last;
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private Process start(long first) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            AppendingProgram.class.getName(),
            file().toString(),
            Long.toString(first))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<Long> numbers(SharedStore store) throws Exception {
    List<Long> numbers = new ArrayList<>();
    for (int i = 0; i < AppendingProgram.SESSIONS; i++) {
      Appends.read(store, "session " + i).stream().map(Entry::number).forEach(numbers::add);
    }
    return numbers;
  }

  private SharedStore open() {
    return new FileStore(file(), Instant::now);
  }

  private Path file() {
    return folder.resolve("sessions.db");
  }
}
