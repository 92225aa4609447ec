package io.loopsentinel.agent.config;

/**
 * The section {@code telemetry.jfr}.
 *
 * @param enabled whether findings are recorded where Flight Recorder is on
 * @param checks whether each check is, with its duration
 */
public record JfrSettings(boolean enabled, boolean checks) {

  /** What holds where the configuration says nothing. */
  public static final JfrSettings DEFAULT = new JfrSettings(true, false);
}
