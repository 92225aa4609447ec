package io.loopsentinel.agent.telemetry;

import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.config.LogLevel;
import java.io.PrintStream;

/**
 * The agent's own log, filtered by level.
 *
 * <p>It does not use {@code java.util.logging}, because loading that before main would lock out the
 * application's own log manager (https://bugs.openjdk.org/browse/JDK-8345810). Control characters
 * are escaped, so that names of the application cannot break a line. Thread-safe.
 */
public final class AgentLog {

  /** In characters; longer than any line that consists of the agent's own words. */
  private static final int MAX_LINE_LENGTH = 4000;

  private volatile LineOutput out;
  private volatile LogLevel level;

  /** Creates a log that prints lines of a level and more important ones. */
  public AgentLog(PrintStream out, LogLevel level) {
    this(new LineOutput.Printed(out), level);
  }

  public AgentLog(LineOutput out, LogLevel level) {
    this.out = out;
    this.level = level;
  }

  /** Changes the output and the level of further lines. */
  public void redirect(LineOutput newOutput, LogLevel newLevel) {
    out = newOutput;
    level = newLevel;
  }

  /** Writes a line about a problem that keeps the agent from doing its work. */
  public void error(String line) {
    write(LogLevel.ERROR, line);
  }

  /** Writes a line about a problem that the reader should look at. */
  public void warn(String line) {
    write(LogLevel.WARN, line);
  }

  /** As {@link #warn}, for a call on its own thread, whose context a logger may add. */
  public void warnOfCall(String line) {
    if (level.compareTo(LogLevel.WARN) >= 0) {
      out.writeOfCall(LogLevel.WARN, Printable.of(line, MAX_LINE_LENGTH));
    }
  }

  /** Writes a line about an action of the agent. */
  public void info(String line) {
    write(LogLevel.INFO, line);
  }

  /** Writes a line that helps to find a mistake in a configuration. */
  public void debug(String line) {
    write(LogLevel.DEBUG, line);
  }

  /** Returns whether {@link #debug} writes, for callers whose line is costly to build. */
  public boolean isDebug() {
    return level.compareTo(LogLevel.DEBUG) >= 0;
  }

  private void write(LogLevel lineLevel, String line) {
    if (level.compareTo(lineLevel) >= 0) {
      out.write(lineLevel, Printable.of(line, MAX_LINE_LENGTH));
    }
  }
}
