package io.loopsentinel.agent.telemetry;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What is done when the JVM ends, one task after the other in the order in which they were added.
 * Thread-safe.
 */
public final class ExitTasks implements Runnable {

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final List<Task> tasks = new CopyOnWriteArrayList<>();
  private final Duration patience;
  private final Consumer<Throwable> failures;

  private record Task(String thread, Runnable work) {}

  /**
   * Creates a list without tasks, which reports what they throw, and which are not done in time.
   */
  public ExitTasks(Consumer<Throwable> failures) {
    this(PATIENCE, failures);
  }

  ExitTasks(Duration patience, Consumer<Throwable> failures) {
    this.patience = patience;
    this.failures = failures;
  }

  /**
   * Has a task done, or as much of it as takes five seconds.
   *
   * @param thread the name of its thread
   */
  public void add(String thread, Runnable work) {
    tasks.add(new Task(thread, work));
  }

  @Override
  public void run() {
    try {
      for (Task task : tasks) {
        Thread thread = AgentThread.daemon(task.thread(), () -> run(task.work()));
        thread.start();
        thread.join(patience.toMillis());
        if (thread.isAlive()) {
          failures.accept(
              new LocatedFailure(
                  task.thread(),
                  "not done within " + patience.toMillis() + " ms",
                  "the JVM ends without",
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
