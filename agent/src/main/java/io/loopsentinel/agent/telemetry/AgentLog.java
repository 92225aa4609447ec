package io.loopsentinel.agent.telemetry;

import io.loopsentinel.engine.text.Printable;
import java.io.PrintStream;

/**
 * Takes the agent's own lines, and hands on those that are important enough.
 *
 * <p>Not {@code java.util.logging}: loading it before main would lock out the application's own log
 * manager (https://bugs.openjdk.org/browse/JDK-8345810). Thread-safe; a line stays one line
 * whatever names of the application are in it.
 */
public final class AgentLog {

  /** How much is written; each level includes those before it. */
  public enum Level {
    OFF,
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  /** Characters of a line: longer than any that the agent words itself. */
  private static final int LONGEST = 4000;

  private volatile LineOutput out;
  private volatile Level level;

  /** Creates a log that prints lines of a level and those more important. */
  public AgentLog(PrintStream out, Level level) {
    this(new LineOutput.Printed(out), level);
  }

  /** Creates a log that hands on lines of a level and those more important. */
  public AgentLog(LineOutput out, Level level) {
    this.out = out;
    this.level = level;
  }

  /** Hands on lines of another level, to another output, from now on. */
  public void redirect(LineOutput other, Level atLeast) {
    out = other;
    level = atLeast;
  }

  /** Writes a line about something that keeps the agent from doing its work. */
  public void error(String line) {
    write(Level.ERROR, line);
  }

  /** Writes a line about something that the reader should look at. */
  public void warn(String line) {
    write(Level.WARN, line);
  }

  /** As {@link #warn}, about a call and on its thread, which the application's logger may tell. */
  public void warnOfCall(String line) {
    if (level.compareTo(Level.WARN) >= 0) {
      out.writeOfCall(Level.WARN, Printable.of(line, LONGEST));
    }
  }

  /** Writes a line that says what the agent did. */
  public void info(String line) {
    write(Level.INFO, line);
  }

  /** Writes a line for someone who looks for a mistake in a configuration. */
  public void debug(String line) {
    write(Level.DEBUG, line);
  }

  /** Whether {@link #debug} writes, for callers whose line is costly to build. */
  public boolean isDebug() {
    return level.compareTo(Level.DEBUG) >= 0;
  }

  private void write(Level of, String line) {
    if (level.compareTo(of) >= 0) {
      out.write(of, Printable.of(line, LONGEST));
    }
  }
}
