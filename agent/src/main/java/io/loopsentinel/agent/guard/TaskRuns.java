package io.loopsentinel.agent.guard;

import org.jspecify.annotations.Nullable;

/**
 * Which run handed over a task that waits for its thread, by the task's identity.
 *
 * <p>Keeps no task from being collected, and calls no method of one. A task that two runs have
 * handed over before it began is nobody's: it cannot be told which of its executions is whose.
 * Thread-safe; holds no lock while it calls anything.
 */
final class TaskRuns {

  private final WeakIdentityMap<Handed> runs = new WeakIdentityMap<>();

  /**
   * What is known of a task.
   *
   * @param run whose it is; {@code null} where that is in doubt
   * @param times how often it was handed over and has not begun
   */
  private record Handed(@Nullable RunFrame run, int times) {

    Handed again(@Nullable RunFrame by) {
      return new Handed(by == run ? run : null, times + 1);
    }
  }

  /**
   * Notes that a task was handed over.
   *
   * @param run by which run; {@code null} outside of any
   */
  void put(Object task, @Nullable RunFrame run) {
    while (true) {
      Handed known = runs.get(task);
      if (known != null) {
        if (runs.replace(task, known, known.again(run))) {
          return;
        }
      } else if (run == null || runs.putIfAbsent(task, new Handed(run, 1)) == null) {
        return;
      }
    }
  }

  /** Returns the run of a task that begins, {@code null} if it has none. */
  @Nullable RunFrame take(Object task) {
    if (runs.isEmpty()) {
      return null;
    }
    while (true) {
      Handed known = runs.get(task);
      if (known == null) {
        return null;
      }
      boolean done =
          known.times() == 1
              ? runs.remove(task, known)
              : runs.replace(task, known, new Handed(known.run(), known.times() - 1));
      if (done) {
        return known.run();
      }
    }
  }

  /** Whether no task of a run waits. */
  boolean isEmpty() {
    return runs.isEmpty();
  }
}
