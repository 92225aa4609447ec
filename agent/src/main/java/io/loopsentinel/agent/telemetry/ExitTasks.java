package io.loopsentinel.agent.telemetry;

import io.loopsentinel.targets.thread.AgentThread;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The tasks to run at JVM exit, one after the other in the order of addition. Thread-safe. */
public final class ExitTasks implements Runnable {

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final List<Task> tasks = new CopyOnWriteArrayList<>();
  private final Duration timeout;
  private final Consumer<Throwable> failures;

  private record Task(String thread, Runnable work) {}

  /** Creates an empty list, which reports tasks that throw or exceed the timeout. */
  public ExitTasks(Consumer<Throwable> failures) {
    this(TIMEOUT, failures);
  }

  ExitTasks(Duration timeout, Consumer<Throwable> failures) {
    this.timeout = timeout;
    this.failures = failures;
  }

  /** Adds a task. The JVM waits at most five seconds for it. */
  public void add(String thread, Runnable work) {
    tasks.add(new Task(thread, work));
  }

  @Override
  public void run() {
    try {
      for (Task task : tasks) {
        Thread thread = AgentThread.daemon(task.thread(), () -> run(task.work()));
        thread.start();
        thread.join(timeout.toMillis());
        if (thread.isAlive()) {
          failures.accept(
              new LocatedFailure(
                  task.thread(),
                  "not finished within " + timeout.toMillis() + " ms",
                  "the JVM exits without waiting for it",
                  null));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(Runnable work) {
    try {
      work.run();
    } catch (Throwable failure) {
      failures.accept(failure);
    }
  }
}
