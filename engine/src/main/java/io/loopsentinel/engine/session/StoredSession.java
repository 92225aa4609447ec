package io.loopsentinel.engine.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A session with what its store has to know of it: its key, when it was looked up, and its
 * neighbours in the {@link SessionQueue}.
 *
 * <p>One object, for an entry apart would take 16 bytes more, and each lookup one more cache line:
 * of a million sessions that is a miss. Looked up by any thread; the links belong to whoever holds
 * the lock of the queue.
 *
 * <p>It extends the session and not the other way round, for the links have to come after the
 * session's parts: G1 copies first what the first references of an object refer to. So each
 * session's parts stay beside it; with the links before them, those of other sessions would come
 * between, and a call in one of a million sessions takes 15 % more (7 to 22 in three rounds).
 */
class StoredSession extends Session {

  private static final VarHandle LAST_USE = handleOfLastUse();

  private final int hash;

  /** Read and written as {@link #LAST_USE}: never torn, and without the fence of a volatile one. */
  @SuppressWarnings("unused")
  private long lastUse;

  private boolean usedSinceQueued;
  @Nullable StoredSession older;
  @Nullable StoredSession newer;

  /** Begins a session that is looked up now. */
  StoredSession(Object key, HistoryLayout layout, long now) {
    super(key, layout);
    this.hash = SessionTable.hash(key);
    LAST_USE.setOpaque(this, now);
  }

  private static VarHandle handleOfLastUse() {
    try {
      return MethodHandles.lookup().findVarHandle(StoredSession.class, "lastUse", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Returns the hash of its key, see {@link SessionTable#hash}. */
  int hash() {
    return hash;
  }

  /**
   * Has the processor fetch this session. By a write, which nothing waits for, while a read holds
   * up what comes after it; a session that is taken for another so is forgotten a little later. A
   * call in one of 100,000 took 1.43 to 1.47 times as long as in one with it, and 1.50 to 1.59
   * without (JDK 17, prototypes in turns).
   */
  void expect() {
    usedSinceQueued = true;
  }

  /** Notes that it is looked up. */
  void use(long now) {
    // May get lost where the session is moved in this moment: it has its new place from now on.
    if (!usedSinceQueued) {
      usedSinceQueued = true;
    }
    LAST_USE.setOpaque(this, now);
  }

  /** Returns when it was looked up last. */
  long lastUse() {
    return (long) LAST_USE.getOpaque(this);
  }

  /** Whether it was not looked up for so many nanoseconds. */
  boolean isIdle(long now, long timeout) {
    return now - lastUse() >= timeout;
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
