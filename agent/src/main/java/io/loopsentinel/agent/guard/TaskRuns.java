package io.loopsentinel.agent.guard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which run handed over a task that waits for its thread, by the task's identity.
 *
 * <p>Keeps no task from being collected, and calls no method of one. A task that two runs have
 * handed over before it began is nobody's: it cannot be told which of its executions is whose.
 * Thread-safe; holds no lock while it calls anything.
 */
final class TaskRuns {

  private final WeakKeys keys = new WeakKeys();
  private final Map<Object, Waiting> tasks = new ConcurrentHashMap<>();

  /**
   * What is known of a task.
   *
   * @param run whose it is; {@code null} where that is in doubt
   * @param times how often it was handed over and has not begun
   */
  private record Waiting(@Nullable RunFrame run, int times) {}

  /**
   * Notes that a task was handed over.
   *
   * @param run by which run; {@code null} outside of any
   */
  void put(Object task, @Nullable RunFrame run) {
    keys.removeCollected(tasks);
    tasks.compute(
        keys.of(task),
        (key, known) -> {
          if (known == null) {
            return run == null ? null : new Waiting(run, 1);
          }
          return new Waiting(known.run() == run ? run : null, known.times() + 1);
        });
  }

  /** Returns the run of a task that begins, {@code null} if it has none. */
  @Nullable RunFrame take(Object task) {
    if (tasks.isEmpty()) {
      return null;
    }
    Object key = keys.of(task);
    Waiting known = tasks.get(key);
    if (known == null) {
      return null;
    }
    tasks.computeIfPresent(
        key, (same, now) -> now.times() == 1 ? null : new Waiting(now.run(), now.times() - 1));
    return known.run();
  }

  /** Whether no task of a run waits. */
  boolean isEmpty() {
    return tasks.isEmpty();
  }
}
