package io.loopsentinel.agent.telemetry.logger;

/** Where lines go. */
public enum LogDestination {
  /** The standard error of the process. */
  STDERR,
  /** The application's SLF4J. */
  SLF4J,
  /** The {@link System.Logger} that the JVM runs with. */
  SYSTEM_LOGGER
}
