package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.SharedKey;
import io.loopsentinel.engine.session.SharedSessionKey;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Turns what a session expression gives into a key that may outlive the call.
 *
 * <p>A key never holds an object of the application, which would keep its class loader alive: text
 * and JDK values stand for themselves, other objects for their text or, where they have none of
 * their own, for their identity. Thread-safe.
 */
final class SessionKeys {

  /** The one session of {@code global}. */
  static final Object GLOBAL = "global";

  private final AtomicLong runs = new AtomicLong();

  /** Made when the first is asked for: few sessions are told apart by an object. */
  private volatile @Nullable InstanceKeys instances;

  /** The keys of objects, as long as these are there. */
  private static final class InstanceKeys {

    private final AtomicLong numbers = new AtomicLong();
    private final WeakIdentityMap<InstanceKey> keys = new WeakIdentityMap<>();

    Object of(Object object) {
      InstanceKey known = keys.get(object);
      return known == null ? ofNew(object) : known;
    }

    private InstanceKey ofNew(Object object) {
      InstanceKey created =
          new InstanceKey(object.getClass().getSimpleName(), numbers.incrementAndGet());
      InstanceKey other = keys.putIfAbsent(object, created);
      return other == null ? created : other;
    }
  }

  /** An object by its identity; {@code number} tells instances of one class apart. */
  private record InstanceKey(String type, long number) {
    @Override
    public String toString() {
      return type + "#" + number;
    }
  }

  /** A run that names no session. */
  private record RunKey(long number) {

    /** Written out, as is {@link #hashCode}: the JVM would link them from method handles. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof RunKey key && number == key.number;
    }

    @Override
    public int hashCode() {
      return Long.hashCode(number);
    }

    @Override
    public String toString() {
      return "run " + number;
    }
  }

  /** Returns a key that no other run has. */
  Object ofNewRun() {
    return new RunKey(runs.incrementAndGet());
  }

  /** Returns the key for a value, or {@code null} where it is absent or blank. */
  @Nullable Object keyOf(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof CharSequence text) {
      String key = text.toString();
      return key.isBlank() ? null : key;
    }
    if (value instanceof UUID || value instanceof Long || value instanceof Integer) {
      return value;
    }
    if (value instanceof SharedKey shared) {
      Object key = keyOf(shared.key());
      return key == null || key instanceof SharedSessionKey ? key : new SharedSessionKey(key);
    }
    if (value instanceof SharedSessionKey || value instanceof ThreadKey) {
      return value;
    }
    if (value instanceof InstanceKey || value instanceof RunKey) {
      return value;
    }
    return hasOwnText(value) ? keyOf(value.toString()) : ofInstance(value);
  }

  /** Returns the key of an object by its identity. */
  Object ofInstance(Object object) {
    InstanceKeys known = instances;
    return (known == null ? newInstances() : known).of(object);
  }

  private synchronized InstanceKeys newInstances() {
    InstanceKeys known = instances;
    if (known == null) {
      known = new InstanceKeys();
      instances = known;
    }
    return known;
  }

  private static boolean hasOwnText(Object value) {
    try {
      return value.getClass().getMethod("toString").getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException impossible) {
      return false;
    }
  }
}
