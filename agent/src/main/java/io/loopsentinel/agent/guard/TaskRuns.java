package io.loopsentinel.agent.guard;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which run handed over a task that waits for its thread, by the task's identity.
 *
 * <p>Keeps no task from being collected, and calls no method of one. A task that two runs have
 * handed over before it began is nobody's: it cannot be told which of its executions is whose.
 *
 * <p>Not in Caffeine, whose lock is not one to take within the JDK's executors. Thread-safe; holds
 * no lock while it calls anything.
 */
final class TaskRuns {

  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
  private final Map<Object, Waiting> tasks = new ConcurrentHashMap<>();

  /** Whose a task is, unless in doubt, and how often it was handed over and has not begun. */
  private record Waiting(@Nullable RunFrame run, int times) {}

  /** Notes that a task was handed over by a run, or outside of any. */
  void put(Object task, @Nullable RunFrame run) {
    for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
      tasks.remove(key);
    }
    tasks.compute(
        new TaskKey(task, collected),
        (key, known) ->
            known != null
                ? new Waiting(known.run() == run ? run : null, known.times() + 1)
                : run == null ? null : new Waiting(run, 1));
  }

  /** Returns the run of a task that begins, {@code null} if it has none. */
  @Nullable RunFrame take(Object task) {
    Object key = new TaskKey(task, collected);
    Waiting known = tasks.isEmpty() ? null : tasks.get(key);
    if (known == null) {
      return null;
    }
    tasks.computeIfPresent(
        key, (same, now) -> now.times() == 1 ? null : new Waiting(now.run(), now.times() - 1));
    return known.run();
  }

  boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** The key of a task by its identity; equal to itself alone after the task is gone. */
  private static final class TaskKey extends WeakReference<Object> {

    private final int hash;

    TaskKey(Object object, ReferenceQueue<Object> collected) {
      super(object, collected);
      hash = System.identityHashCode(object);
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Object object = get();
      return object != null && other instanceof TaskKey key && key.refersTo(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
