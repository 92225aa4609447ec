package io.loopsentinel.agent.telemetry.webhook;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * How long to wait before a message is sent again.
 *
 * @param first before the first time, at most
 * @param longest before any
 */
record Backoff(Duration first, Duration longest) {

  static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

  /**
   * Returns a random time that doubles from one to the next: receivers that were down are not to be
   * met by all JVMs at the same moment.
   *
   * @param retry 0 for the first
   */
  long nanos(int retry) {
    long most = Math.min(longest.toNanos(), first.toNanos() << Math.min(retry, 10));
    return most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1);
  }
}
