package io.loopsentinel.agent.guard.call;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.engine.session.view.SessionKey;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.targets.expression.KeyScope;
import io.loopsentinel.targets.expression.SharedKey;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Converts the value of a session expression to a key that can outlive the call.
 *
 * <p>A key never holds an object of the application, which would keep its class loader alive. The
 * key of a text or JDK value is the value, of another object its {@code toString}, or its identity
 * if it does not override that. Thread-safe.
 */
public final class SessionKeys {

  /** Makes keys unique, because logs of several JVMs may be merged. */
  private static final String IN_THIS_JVM = "-" + ServiceInstance.ID;

  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong instances = new AtomicLong();
  private volatile boolean runsSeparate;
  private final Cache<Object, OwnKey> keysOfInstances =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  /**
   * A key that belongs to this JVM alone: a thread, an object's identity, a run without a session,
   * a question that a profile tells apart.
   */
  private record OwnKey(String text, boolean isOfThread) {

    // Faster at first use than a record's own, as in Fingerprint.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof OwnKey that
          && isOfThread == that.isOfThread
          && text.equals(that.text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Returns the key of this thread; HotSpot never reuses thread ids. */
  static Object ofThread() {
    return new OwnKey("thread " + Thread.currentThread().getId() + IN_THIS_JVM, true);
  }

  public static boolean isOfThread(Object key) {
    return key instanceof SharedSessionKey shared
        ? isOfThread(shared.key())
        : key instanceof OwnKey own && own.isOfThread();
  }

  /** Returns whether a key belongs to this JVM alone. */
  static boolean isOfThisJvm(Object key) {
    return key instanceof SharedSessionKey shared
        ? isOfThisJvm(shared.key())
        : key instanceof OwnKey;
  }

  /** Records that a run target of the user separates conversations. */
  public void runsSeparate() {
    runsSeparate = true;
  }

  /**
   * Returns the session of calls outside any run. If runs separate conversations, these calls were
   * not carried to their run, and others may share the thread.
   */
  Object outsideRuns(Object thread) {
    return runsSeparate ? new SharedSessionKey(thread) : thread;
  }

  public Object ofNewRun() {
    return new OwnKey("run " + runs.incrementAndGet() + IN_THIS_JVM, false);
  }

  /**
   * Returns the key for a value in a run; {@code null} if the value is absent or blank.
   *
   * <p>A profile tells questions apart, each of which one JVM answers. So its key belongs to this
   * JVM, unless it is that of the run, which may be a conversation, or {@code shared(key)}.
   *
   * @param run the session of the run; {@code null} outside any
   */
  @Nullable Object keyOf(@Nullable Object value, @Nullable Object run, boolean fromProfile) {
    Object key = keyOf(value);
    if (key == null
        || key instanceof OwnKey
        || key instanceof SharedSessionKey
        || key.equals(run)) {
      return key;
    }
    OwnKey own = new OwnKey(SessionKey.text(key), false);
    return fromProfile || own.equals(run) ? own : key;
  }

  /** Returns the key for a value; {@code null} if the value is absent or blank. */
  @Nullable Object keyOf(@Nullable Object value) {
    if (value == null) {
      return null;
    }
    if (value instanceof CharSequence text) {
      String key = text.toString();
      // Bounded, because events, warnings and calls keep it.
      return key.isBlank() ? null : SessionKey.bounded(key);
    }
    if (value instanceof UUID
        || value instanceof Long
        || value instanceof Integer
        || value instanceof SharedSessionKey
        || value instanceof OwnKey) {
      return value;
    }
    if (value instanceof SharedKey shared) {
      Object key = keyOf(shared.key());
      return key == null || key instanceof SharedSessionKey ? key : new SharedSessionKey(key);
    }
    if (value instanceof List<?> list && list.stream().anyMatch(OwnKey.class::isInstance)) {
      return new OwnKey(SessionKey.text(list), false);
    }
    return KeyScope.hasOwnText(value.getClass()) ? keyOf(value.toString()) : ofInstance(value);
  }

  Object ofInstance(Object object) {
    return keysOfInstances.get(
        object,
        key -> {
          String type = key.getClass().getSimpleName();
          return new OwnKey(type + "#" + instances.incrementAndGet() + IN_THIS_JVM, false);
        });
  }
}
