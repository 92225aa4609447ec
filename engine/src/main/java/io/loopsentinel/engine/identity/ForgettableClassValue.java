package io.loopsentinel.engine.identity;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * A {@link ClassValue} whose values can be removed for all classes at once.
 *
 * <p>A {@code ClassValue} does not prevent a class of the application from unloading. But its
 * values keep the code that computed them, and with it the {@code ClassValue}, as long as the class
 * lives (https://bugs.openjdk.org/browse/JDK-8136353). A detached agent must remove them.
 *
 * <p>Subclasses must not refer to classes of the application, because that would prevent these from
 * unloading. Thread-safe.
 */
public abstract class ForgettableClassValue<T> extends ClassValue<T> {

  /** The instances that have a value, by class. Does not keep the classes alive. */
  private static final Map<Class<?>, Set<ForgettableClassValue<?>>> INSTANCES = new WeakHashMap<>();

  /** Computes the value of a class. */
  protected abstract T compute(Class<?> type);

  @Override
  protected final T computeValue(Class<?> type) {
    T value = compute(type);
    synchronized (INSTANCES) {
      INSTANCES.computeIfAbsent(type, key -> new HashSet<>()).add(this);
    }
    return value;
  }

  /** Removes all values of all instances. */
  public static void forgetAll() {
    synchronized (INSTANCES) {
      INSTANCES.forEach((type, values) -> values.forEach(each -> each.remove(type)));
      INSTANCES.clear();
    }
  }
}
