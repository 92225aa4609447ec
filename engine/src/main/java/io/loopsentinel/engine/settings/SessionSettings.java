package io.loopsentinel.engine.settings;

import java.time.Duration;

/**
 * The section {@code sessions}.
 *
 * @param max how many sessions are remembered, at least 1; the least used is forgotten
 * @param idleTimeout how long a session is remembered after its last call, positive
 */
public record SessionSettings(int max, Duration idleTimeout) {

  /** What holds where the configuration says nothing. */
  public static final SessionSettings DEFAULT =
      new SessionSettings(100_000, Duration.ofMinutes(30));
}
