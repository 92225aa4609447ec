package io.loopsentinel.agent.session;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * What a session has to do with the others: its key, its neighbours in the {@link SessionQueue},
 * and when it was looked up.
 *
 * <p>Part of the session, for an entry of its own would take 40 bytes instead of 20, and each
 * lookup one more cache line: of a million sessions that is a miss. Looked up by any thread; the
 * links belong to whoever holds the lock of the queue, the rest of the session to whoever holds its
 * monitor.
 */
abstract class QueuedSession {

  /** A flag would take 8 bytes of every session; a time is precise enough without its last bit. */
  private static final long USED_SINCE_QUEUED = 1;

  private static final AtomicLongFieldUpdater<QueuedSession> LAST_USE =
      AtomicLongFieldUpdater.newUpdater(QueuedSession.class, "lastUse");

  private volatile long lastUse;
  private @Nullable Object key;
  @Nullable Session older;
  @Nullable Session newer;

  /** Creates one that is looked up now. */
  QueuedSession(Object key, long now) {
    this.key = key;
    LAST_USE.lazySet(this, now & ~USED_SINCE_QUEUED);
  }

  /** Returns the key of a session that is not forgotten. */
  Object key() {
    return Objects.requireNonNull(key);
  }

  /**
   * Whether it is no longer the session of its key, so that what happens now belongs to another
   * one. What had begun before may still end here.
   */
  boolean isForgotten() {
    return key == null;
  }

  /** Has it be the session of no key, for good. */
  void forget() {
    key = null;
  }

  /** Notes that it is looked up; without a fence, for nothing else hangs on it. */
  void use(long now) {
    LAST_USE.lazySet(this, now | USED_SINCE_QUEUED);
  }

  /** Returns when it was looked up last. */
  long lastUse() {
    return lastUse & ~USED_SINCE_QUEUED;
  }

  /** Whether it was not looked up for so many nanoseconds. */
  boolean isIdle(long now, long timeout) {
    return now - lastUse() >= timeout;
  }

  /** Whether it was looked up since it was put where it stands. */
  boolean isUsedSinceQueued() {
    return (lastUse & USED_SINCE_QUEUED) != 0;
  }

  /** Has it count as not looked up since, but where it is in this moment. */
  void queued() {
    long seen = lastUse;
    LAST_USE.compareAndSet(this, seen, seen & ~USED_SINCE_QUEUED);
  }
}
