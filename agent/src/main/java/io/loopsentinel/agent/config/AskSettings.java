package io.loopsentinel.agent.config;

import java.time.Duration;

/**
 * The section {@code ask}: how calls wait for a person.
 *
 * @param timeout how long one waits at most
 * @param maxWaiting how many wait at a time at most
 */
public record AskSettings(Duration timeout, int maxWaiting) {

  /** What holds where the configuration says nothing. */
  public static final AskSettings DEFAULT = new AskSettings(Duration.ofMinutes(5), 100);
}
