package io.loopsentinel.agent.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** The tasks at the end of the JVM. */
class ExitTasksTest {

  private final List<Throwable> failures = new ArrayList<>();
  private final ExitTasks tasks = new ExitTasks(Duration.ofMinutes(1), failures::add);
  private final List<String> done = new CopyOnWriteArrayList<>();

  @Test
  void areDoneInTheirOrder() {
    tasks.add("first", () -> done.add("first"));
    tasks.add("second", () -> done.add("second"));

    tasks.run();

    assertThat(done).containsExactly("first", "second");
  }

  @Test
  void areDoneThoughOneBeforeFails() {
    IllegalStateException failure = new IllegalStateException();
    tasks.add(
        "fails",
        () -> {
          throw failure;
        });
    tasks.add("next", () -> done.add("next"));

    tasks.run();

    assertThat(done).containsExactly("next");
    assertThat(failures).containsExactly(failure);
  }

  @Test
  void areDoneThoughOneBeforeNeverEnds() throws Exception {
    ExitTasks tasks = new ExitTasks(Duration.ofMillis(1), failures::add);
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch next = new CountDownLatch(1);
    tasks.add("waits", () -> await(never));
    tasks.add("next", next::countDown);

    tasks.run();
    never.countDown();

    next.await();
    assertThat(failures)
        .extracting(Throwable::getMessage)
        .contains("waits: not finished within 1 ms");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
