package io.loopsentinel.agent.telemetry;

import io.loopsentinel.targets.config.LogLevel;
import java.io.PrintStream;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** An output of the agent's log. Implementations must be thread-safe and quick. */
public interface LineOutput {

  /**
   * Writes a line.
   *
   * @param line one line without control characters, and without the agent's name
   */
  void write(LogLevel level, String line);

  /** Writes a line about a call; invoked on the thread of the call. */
  default void writeOfCall(LogLevel level, String line) {
    write(level, line);
  }

  /** A stream. Each line is a single write, and begins with the agent's name and the time. */
  record Printed(PrintStream out) implements LineOutput {

    @Override
    public void write(LogLevel level, String line) {
      // No formatter: loading its classes takes ten milliseconds, and this runs before main.
      long now = System.currentTimeMillis();
      LocalDateTime time =
          LocalDateTime.ofEpochSecond(now / 1_000, (int) (now % 1_000) * 1_000_000, ZoneOffset.UTC);
      out.println("[loop-sentinel] " + time + "Z " + line);
    }
  }
}
