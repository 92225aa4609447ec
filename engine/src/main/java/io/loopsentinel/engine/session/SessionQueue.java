package io.loopsentinel.engine.session;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The order in which sessions are forgotten. Not thread-safe, but for {@link #isDue}.
 *
 * <p>To have the least recently used session first, each lookup would have to move one, under a
 * lock, and write into its neighbours: cache misses where there are many sessions. Here a lookup
 * writes into its session alone, and sessions are moved when it comes to forgetting (FIFO with
 * reinsertion, or second chance: J. Yang et al., "FIFO can be Better than LRU: the Power of Lazy
 * Promotion and Quick Demotion", HotOS 2023, https://doi.org/10.1145/3593856.3595887). They stand
 * in the order in which they were put at the end, and are looked at from the front:
 *
 * <ol>
 *   <li>One that was idle for too long is forgotten.
 *   <li>One that was used since it was put there goes to the end, and has to be used again to go
 *       there once more.
 *   <li>Any other stays; where there are too many sessions, it is forgotten.
 * </ol>
 *
 * <p>Where all were used, a whole round would come before the first is forgotten. So that no call
 * pays for that, of {@link #MOST_LOOKED_AT} the one that was not used for the longest time goes.
 * What better caches add, to throw out at once what is new and seems worth less than the others, is
 * left out: a new session may be the one with the loop.
 *
 * <p>Idle sessions are looked for when the first may be one. It was put there before all others,
 * and not used since when that was worked out; so each is looked at within the timeout after it was
 * put there. One that is not idle then and goes to the end is looked at within another: an idle
 * session is forgotten after twice the timeout at the latest, where there are calls enough to look
 * at all. 100,000 that became idle together take 1,563 calls, in whatever sessions.
 */
final class SessionQueue {

  /** Sessions that one call looks at, and forgets in some 10 µs if all are idle, of a million. */
  static final int MOST_LOOKED_AT = 64;

  private final long timeout;
  private @Nullable StoredSession first;
  private @Nullable StoredSession last;
  private int size;

  /** When the first session may be idle, or before. */
  private volatile long due;

  /**
   * Creates an empty queue.
   *
   * @param timeout after how many nanoseconds a session is idle for too long
   */
  SessionQueue(long timeout, long now) {
    this.timeout = timeout;
    this.due = now + timeout;
  }

  /** Whether to look for idle sessions. Thread-safe. */
  boolean isDue(long now) {
    return now - due >= 0;
  }

  int size() {
    return size;
  }

  /** Takes out sessions that are idle for too long, not always all of them. */
  void takeIdle(long now, List<StoredSession> into) {
    for (int looked = 0; looked < MOST_LOOKED_AT; looked++) {
      StoredSession session = first;
      if (session == null) {
        due = now + timeout;
        return;
      }
      if (session.isIdle(now, timeout)) {
        remove(session);
        into.add(session);
      } else if (session.isUsedSinceQueued()) {
        remove(session);
        add(session);
      } else {
        due = session.lastUse() + timeout;
        return;
      }
    }
  }

  /** Takes out a session that was not used for long; there is at least one. */
  StoredSession takeLeastUsed() {
    StoredSession leastUsed = first();
    int most = Math.min(size, MOST_LOOKED_AT);
    for (int looked = 0; looked < most; looked++) {
      StoredSession session = first();
      if (!session.isUsedSinceQueued()) {
        leastUsed = session;
        break;
      }
      if (session.lastUse() - leastUsed.lastUse() < 0) {
        leastUsed = session;
      }
      remove(session);
      add(session);
    }
    remove(leastUsed);
    return leastUsed;
  }

  private StoredSession first() {
    return Objects.requireNonNull(first);
  }

  /** Puts a session at the end. */
  void add(StoredSession session) {
    session.queued();
    session.older = last;
    if (last == null) {
      first = session;
    } else {
      last.newer = session;
    }
    last = session;
    size++;
  }

  /** Takes a session out. */
  void remove(StoredSession session) {
    StoredSession older = session.older;
    StoredSession newer = session.newer;
    if (older == null) {
      if (session != first) {
        return; // Not in, since a stack overflow came between map and queue.
      }
      first = newer;
    } else {
      older.newer = newer;
    }
    if (newer == null) {
      last = older;
    } else {
      newer.older = older;
    }
    session.older = null;
    session.newer = null;
    size--;
  }
}
