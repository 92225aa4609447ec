package io.loopsentinel.engine.session;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The session that a thread called a tool in last, and is likely to call the next one in.
 *
 * <p>To find a session by its key and to note that it is used takes some 20 ns more than to read a
 * clock. So one that was looked up a moment ago is taken from here, and only the clock is read.
 * That it was forgotten meanwhile, {@link Session#isForgotten} tells. Used by one thread at a time.
 */
final class LastSession {

  private @Nullable StoredSession session;

  /** When it was looked up. */
  private long lookedUp;

  /**
   * Returns the session of a key, or {@code null} where it has to be looked up.
   *
   * @param nanos for how long a session needs not be looked up again
   */
  @Nullable Session of(Object wanted, LongSupplier clock, long nanos) {
    return isOf(wanted) && clock.getAsLong() - lookedUp < nanos ? session : null;
  }

  /** Whether it is the session of a key. */
  boolean isOf(Object wanted) {
    StoredSession last = session;
    return last != null && wanted.equals(last.key());
  }

  /** Takes in a session that was looked up. */
  void lookedUp(StoredSession found, long now) {
    session = found;
    lookedUp = now;
  }
}
