package io.loopsentinel.agent.guard;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
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

  private final ConcurrentHashMap<Object, Handed> runs = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

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
    dropCollected();
    Lookup lookup = new Lookup(task);
    while (true) {
      Handed known = runs.get(lookup);
      if (known != null) {
        if (runs.replace(lookup, known, known.again(run))) {
          return;
        }
      } else if (run == null
          || runs.putIfAbsent(new Key(task, collected), new Handed(run, 1)) == null) {
        return;
      }
    }
  }

  /** Returns the run of a task that begins, {@code null} if it has none. */
  @Nullable RunFrame take(Object task) {
    if (runs.isEmpty()) {
      return null;
    }
    Lookup lookup = new Lookup(task);
    while (true) {
      Handed known = runs.get(lookup);
      if (known == null) {
        return null;
      }
      boolean done =
          known.times() == 1
              ? runs.remove(lookup, known)
              : runs.replace(lookup, known, new Handed(known.run(), known.times() - 1));
      if (done) {
        return known.run();
      }
    }
  }

  /** Whether no task of a run waits. */
  boolean isEmpty() {
    return runs.isEmpty();
  }

  private void dropCollected() {
    for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
      runs.remove(key);
    }
  }

  /** A task by identity; after it is gone, equal to itself alone. */
  private static final class Key extends WeakReference<Object> {

    private final int hash;

    Key(Object task, ReferenceQueue<Object> queue) {
      super(task, queue);
      hash = System.identityHashCode(task);
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Object task = get();
      return task != null && other instanceof Key key && key.refersTo(task);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** Finds the key of a task; the map asks it, not the key. */
  private static final class Lookup {

    private final Object task;

    Lookup(Object task) {
      this.task = task;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && key.refersTo(task);
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(task);
    }
  }
}
