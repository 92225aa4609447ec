package io.loopsentinel.agent.guard.call;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The runs of tasks that wait for a thread, by the tasks' identity.
 *
 * <p>Holds tasks weakly, and calls no method of them. A task that two runs have submitted before it
 * began belongs to neither, because its executions cannot be told apart.
 *
 * <p>Not a Caffeine cache, whose lock must not be taken within the JDK's executors. Thread-safe;
 * holds no lock during calls.
 */
public final class TaskRuns {

  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();
  private final Map<Object, Waiting> tasks = new ConcurrentHashMap<>();

  /** The run of a task, {@code null} if ambiguous, and the number of pending submissions. */
  private record Waiting(@Nullable RunFrame run, int times) {}

  /** Records that a task was submitted by a run, or outside any run. */
  public void put(Object task, @Nullable RunFrame run) {
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

  /** Returns the run of a task that begins; {@code null} if none. */
  public @Nullable RunFrame take(Object task) {
    Object key = new TaskKey(task, collected);
    Waiting known = tasks.isEmpty() ? null : tasks.get(key);
    if (known == null) {
      return null;
    }
    tasks.computeIfPresent(
        key, (same, now) -> now.times() == 1 ? null : new Waiting(now.run(), now.times() - 1));
    return known.run();
  }

  public boolean isEmpty() {
    return tasks.isEmpty();
  }

  /** A weak identity key; equal only to itself after the task was collected. */
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
