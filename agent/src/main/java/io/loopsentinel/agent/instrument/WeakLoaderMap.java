package io.loopsentinel.agent.instrument;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps something for each class of each loader, and keeps no loader from being collected.
 *
 * <p>Thread-safe. Values must not refer to the loader or its classes.
 */
final class WeakLoaderMap<V> {

  private final ConcurrentHashMap<Key, ConcurrentHashMap<String, V>> values =
      new ConcurrentHashMap<>();
  private final ReferenceQueue<ClassLoader> collected = new ReferenceQueue<>();

  /** Returns the values of a loader's classes by their internal names. */
  ConcurrentHashMap<String, V> get(ClassLoader loader) {
    dropCollected();
    ConcurrentHashMap<String, V> known = values.get(new Key(loader, null));
    if (known != null) {
      return known;
    }
    ConcurrentHashMap<String, V> created = new ConcurrentHashMap<>();
    ConcurrentHashMap<String, V> other = values.putIfAbsent(new Key(loader, collected), created);
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
