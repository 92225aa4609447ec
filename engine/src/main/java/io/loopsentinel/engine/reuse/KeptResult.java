package io.loopsentinel.engine.reuse;

import org.jspecify.annotations.Nullable;

/** The result of a call that succeeded. Thread-safe. */
public final class KeptResult {

  private final Object value;
  private final long time;
  private final long millis;
  private final int weight;
  private volatile @Nullable Object reader;

  /**
   * Creates a result.
   *
   * @param time the time at which its call began, in milliseconds since the epoch
   * @param reader the session that has read it
   */
  KeptResult(Object value, long time, long millis, int weight, Object reader) {
    this.value = value;
    this.time = time;
    this.millis = millis;
    this.weight = weight;
    this.reader = reader;
  }

  public Object value() {
    return value;
  }

  /** Returns how long the call took, in milliseconds. */
  public long millis() {
    return millis;
  }

  /** Records that a session reads it; returns whether the same session was its last reader. */
  public boolean isReadAgainBy(Object session) {
    boolean again = session.equals(reader);
    reader = session;
    return again;
  }

  long time() {
    return time;
  }

  int weight() {
    return weight;
  }
}
