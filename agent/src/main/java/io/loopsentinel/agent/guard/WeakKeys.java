package io.loopsentinel.agent.guard;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;

/**
 * Makes keys of objects by their identity, for a map that keeps something for objects as long as
 * these are there; the values of that map must not refer to them.
 *
 * <p>No method of an object is called. Caffeine's {@code weakKeys} would do, but its lock is not
 * one to take within the JDK's executors, wherever on its stack an application calls them.
 * Thread-safe.
 */
final class WeakKeys {

  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  /** Returns a key that is equal to each other one of the same object. */
  Object of(Object object) {
    return new Key(object, collected);
  }

  /** Removes the entries of objects that are gone. */
  void removeCollected(Map<Object, ?> map) {
    for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
      map.remove(key);
    }
  }

  /** After its object is gone, equal to itself alone. */
  private static final class Key extends WeakReference<Object> {

    private final int hash;

    Key(Object object, ReferenceQueue<Object> collected) {
      super(object, collected);
      hash = System.identityHashCode(object);
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      Object object = get();
      return object != null && other instanceof Key key && key.refersTo(object);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
