package io.loopsentinel.targets.config;

/** The log levels; each includes those before it. */
public enum LogLevel {
  OFF,
  ERROR,
  WARN,
  INFO,
  DEBUG
}
