package io.loopsentinel.agent.instrument;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps something for each class loader, and keeps none of them from being collected.
 *
 * <p>Thread-safe. Values must not refer to the loader or its classes.
 */
final class WeakLoaderMap<V> {

  private final ConcurrentHashMap<Key, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();
  private final Supplier<V> initial;

  /**
   * Creates a map.
   *
   * @param initial makes the value of a loader that has none yet; where two threads ask at once,
   *     one of two values made is dropped
   */
  WeakLoaderMap(Supplier<V> initial) {
    this.initial = initial;
  }

  /** Returns the value of a loader. */
  V get(ClassLoader loader) {
    dropCollected();
    V value = values.get(new Key(loader, null));
    if (value != null) {
      return value;
    }
    V created = initial.get();
    V other = values.putIfAbsent(new Key(loader, collected), created);
    return other == null ? created : other;
  }

  private void dropCollected() {
    for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
      values.remove(key);
    }
  }

  /** A loader by identity; after it is gone, equal to itself alone. */
  private static final class Key extends WeakReference<ClassLoader> {

    private final int hash;

    Key(ClassLoader loader, @Nullable ReferenceQueue<ClassLoader> queue) {
      super(loader, queue);
      hash = System.identityHashCode(loader);
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      ClassLoader loader = get();
      return loader != null && other instanceof Key key && key.get() == loader;
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
