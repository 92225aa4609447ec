package io.loopsentinel.agent.session;

import org.jspecify.annotations.Nullable;

/**
 * What a session has to do with the others: its key, its neighbours in the {@link SessionQueue},
 * and when it was looked up.
 *
 * <p>Part of the session, for an entry of its own would take 16 bytes more, and each lookup one
 * more cache line: of a million sessions that is a miss. Looked up by any thread; the links belong
 * to whoever holds the lock of the queue, the rest of the session to whoever holds its monitor.
 */
abstract class QueuedSession {

  private final Object key;
  private volatile long lastUse;
  private boolean usedSinceQueued;
  @Nullable Session older;
  @Nullable Session newer;

  /** Creates one that is looked up now. */
  QueuedSession(Object key, long now) {
    this.key = key;
    this.lastUse = now;
  }

  Object key() {
    return key;
  }

  /** Notes that it is looked up. */
  void use(long now) {
    // May get lost where the session is moved in this moment: it has its new place from now on.
    if (!usedSinceQueued) {
      usedSinceQueued = true;
    }
    lastUse = now;
  }

  /** Returns when it was looked up last. */
  long lastUse() {
    return lastUse;
  }

  /** Whether it was not looked up for so many nanoseconds. */
  boolean isIdle(long now, long timeout) {
    return now - lastUse >= timeout;
  }

  /** Whether it was looked up since it was put where it stands. */
  boolean isUsedSinceQueued() {
    return usedSinceQueued;
  }

  /** Has it count as not looked up since. */
  void queued() {
    usedSinceQueued = false;
  }
}
