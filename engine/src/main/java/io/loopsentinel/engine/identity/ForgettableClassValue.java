package io.loopsentinel.engine.identity;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * A value for each class, kept in the class itself, that can be forgotten for all classes at once.
 *
 * <p>A {@link ClassValue} does not keep a class of the application from unloading, but its values
 * keep the code that made them, and with it the {@code ClassValue}, for as long as the class lives
 * (https://bugs.openjdk.org/browse/JDK-8136353): an agent that ends has to take them back.
 *
 * <p>One that computes values must not refer to classes of the application, which it would keep
 * from unloading. Thread-safe.
 */
public abstract class ForgettableClassValue<T> extends ClassValue<T> {

  /** Which classes have values, and of which of these; does not keep the classes alive. */
  private static final Map<Class<?>, Set<ForgettableClassValue<?>>> KEPT = new WeakHashMap<>();

  /** Works out the value of a class. */
  protected abstract T compute(Class<?> type);

  @Override
  protected final T computeValue(Class<?> type) {
    T value = compute(type);
    synchronized (KEPT) {
      KEPT.computeIfAbsent(type, key -> new HashSet<>()).add(this);
    }
    return value;
  }

  /** Forgets all values of all classes. */
  public static void forgetAll() {
    synchronized (KEPT) {
      KEPT.forEach((type, values) -> values.forEach(each -> each.remove(type)));
      KEPT.clear();
    }
  }
}
