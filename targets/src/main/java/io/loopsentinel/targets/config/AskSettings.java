package io.loopsentinel.targets.config;

import java.time.Duration;

/**
 * The section {@code ask}: how calls wait for a person to decide.
 *
 * @param timeout maximum time that a call waits
 * @param maxWaiting maximum number of calls that wait at the same time
 */
public record AskSettings(Duration timeout, int maxWaiting) {

  /** The default settings. */
  public static final AskSettings DEFAULT = new AskSettings(Duration.ofMinutes(5), 100);

  /** Compared at each start; linking the {@code equals} of a record takes milliseconds. */
  public boolean isDefault() {
    return timeout.equals(DEFAULT.timeout) && maxWaiting == DEFAULT.maxWaiting;
  }
}
