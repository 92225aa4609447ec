package io.loopsentinel.agent.guard;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps something for objects, by their identity and as long as they are there.
 *
 * <p>Values must not refer to their objects. Thread-safe; holds no lock while it calls anything.
 */
final class WeakIdentityMap<V> {

  private final ConcurrentHashMap<Object, V> values = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

  @Nullable V get(Object object) {
    dropCollected();
    return values.get(WeakIdentity.of(object));
  }

  /** Returns the value that was there, {@code null} where this one is now. */
  @Nullable V putIfAbsent(Object object, V value) {
    dropCollected();
    return values.putIfAbsent(new WeakIdentity(object, collected), value);
  }

  /** Puts a value in the place of an equal one to that which is known, if it is there. */
  boolean replace(Object object, V known, V value) {
    return values.replace(WeakIdentity.of(object), known, value);
  }

  /** Takes out a value that is equal to the one known, if it is there. */
  boolean remove(Object object, V known) {
    return values.remove(WeakIdentity.of(object), known);
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  private void dropCollected() {
    for (Reference<?> key = collected.poll(); key != null; key = collected.poll()) {
      values.remove(key);
    }
  }
}
