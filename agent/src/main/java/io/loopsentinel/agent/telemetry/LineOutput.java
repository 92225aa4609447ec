package io.loopsentinel.agent.telemetry;

import java.io.PrintStream;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Where the lines of the agent's log go. Thread-safe, and quick. */
public interface LineOutput {

  /**
   * Writes a line.
   *
   * @param line one line without control characters, and without the agent's name
   */
  void write(AgentLog.Level level, String line);

  /** Writes a line about a call, on whose thread this is. */
  default void writeOfCall(AgentLog.Level level, String line) {
    write(level, line);
  }

  /** Lines on a stream, each a single write that begins with the agent's name and the time. */
  record Printed(PrintStream out) implements LineOutput {

    @Override
    public void write(AgentLog.Level level, String line) {
      // By no formatter: its classes take a JVM ten milliseconds to load, and this is before main.
      long now = System.currentTimeMillis();
      LocalDateTime time =
          LocalDateTime.ofEpochSecond(now / 1_000, (int) (now % 1_000) * 1_000_000, ZoneOffset.UTC);
      out.println("[loop-sentinel] " + time + "Z " + line);
    }
  }
}
