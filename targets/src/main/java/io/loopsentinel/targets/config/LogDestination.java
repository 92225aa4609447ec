package io.loopsentinel.targets.config;

/** The destinations of log lines. */
public enum LogDestination {
  /** The standard error of the process. */
  STDERR,
  /** The application's SLF4J. */
  SLF4J,
  /** The JVM's {@link System.Logger}. */
  SYSTEM_LOGGER
}
