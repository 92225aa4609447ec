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

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final List<Task> tasks = new CopyOnWriteArrayList<>();
  private final Consumer<Throwable> failures;

  private record Task(String thread, Runnable work) {}

  /** Creates a list without tasks, which reports what they throw. */
  public ExitTasks(Consumer<Throwable> failures) {
    this.failures = failures;
  }

  /**
   * Has a task done, or as much of it as takes a second.
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
        thread.join(PATIENCE.toMillis());
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
