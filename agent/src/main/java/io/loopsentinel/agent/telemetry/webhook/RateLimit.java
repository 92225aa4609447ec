package io.loopsentinel.agent.telemetry.webhook;

import java.util.concurrent.TimeUnit;

/** So many messages a minute, none while the receiver asked for a pause. For one thread. */
final class RateLimit {

  static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final int perMinute;
  private int sent;
  private long minuteEnds;
  private long pauseEnds;

  /**
   * Creates a limit.
   *
   * @param now the time, as all times here in nanoseconds of a clock that only runs forwards
   */
  RateLimit(int perMinute, long now) {
    this.perMinute = perMinute;
    this.minuteEnds = now;
    this.pauseEnds = now;
  }

  /** Whether a message may be sent now; if so, it is counted. */
  boolean permits(long now) {
    if (pauseEnds - now > 0) {
      return false;
    }
    if (minuteEnds - now <= 0) {
      minuteEnds = now + MINUTE;
      sent = 0;
    }
    if (sent == perMinute) {
      return false;
    }
    sent++;
    return true;
  }

  /** Permits nothing for a time. */
  void pause(long now, long nanos) {
    pauseEnds = now + nanos;
  }
}
