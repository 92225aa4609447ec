package io.loopsentinel.agent.session;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The session that a thread called a tool in last, and is likely to call the next one in.
 *
 * <p>To look a session up takes the cache some 80 ns: it reads a clock, and keeps an account of who
 * was used and when. So one that was looked up a moment ago is taken from here, and only the clock
 * is read. That it was forgotten meanwhile, {@link Session#isForgotten} tells. Used by one thread
 * at a time.
 */
final class LastSession {

  private @Nullable Object key;
  private @Nullable Session session;

  /** When it was looked up last, where that is known. */
  private long lookedUp;

  private boolean isTimeKnown;

  /**
   * Returns the session of a key, or {@code null} where it has to be looked up.
   *
   * @param nanos for how long a session needs not be looked up again
   */
  @Nullable Session of(Object wanted, LongSupplier clock, long nanos) {
    return isTimeKnown && wanted.equals(key) && clock.getAsLong() - lookedUp < nanos
        ? session
        : null;
  }

  /** Takes in a session that was looked up. */
  void lookedUp(Object itsKey, Session found, LongSupplier clock) {
    // The clock is read from the second call in a row on: for one call it would be read twice.
    isTimeKnown = found == session;
    if (isTimeKnown) {
      lookedUp = clock.getAsLong();
    } else {
      key = itsKey;
      session = found;
    }
  }
}
