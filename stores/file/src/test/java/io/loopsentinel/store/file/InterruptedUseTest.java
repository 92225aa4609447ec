package io.loopsentinel.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Threads that are interrupted in the middle of a use, which closes the file under them. */
@Timeout(120)
@Tag("slow")
class InterruptedUseTest {

  private static final int EVENTS = 1_000;
  private static final int EVENTS_BETWEEN_INTERRUPTS = 3;

  private final AtomicInteger appended = new AtomicInteger();

  @Test
  void losesNothingThatWasAppended(@TempDir Path folder) throws Exception {
    try (SharedStore store = new FileStore(folder.resolve("sessions.db"), Instant::now)) {
      FutureTask<Integer> appending = new FutureTask<>(() -> appendAll(store));
      Thread thread = new Thread(appending);
      thread.start();
      interruptAgainAndAgain(thread);

      assertThat(appending.get()).as("failures").isPositive();
      assertThat(Appends.read(store, "one").stream().map(Entry::number))
          .isEqualTo(LongStream.rangeClosed(1, EVENTS).boxed().toList());
      assertThat(folder).isDirectoryNotContaining(path -> path.toString().contains("damaged"));
    }
  }

  private void interruptAgainAndAgain(Thread thread) {
    int next = 0;
    while (thread.isAlive()) {
      if (appended.get() >= next) {
        thread.interrupt();
        next = appended.get() + EVENTS_BETWEEN_INTERRUPTS;
      }
      Thread.onSpinWait();
    }
  }

  /** Appends each event until that succeeds, and returns the number of failures. */
  private int appendAll(SharedStore store) throws Exception {
    int failures = 0;
    while (appended.get() < EVENTS) {
      try {
        Appends.append(store, "one", appended.get() + 1);
        appended.incrementAndGet();
      } catch (IOException e) {
        failures++;
        assertThat(Thread.interrupted()).as("interrupt is kept").isTrue();
      } catch (InterruptedException e) {
        failures++;
      }
    }
    return failures;
  }
}
