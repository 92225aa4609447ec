package io.loopsentinel.agent.telemetry;

import java.io.PrintStream;

/** Where the lines of the agent's log go. Thread-safe, and quick. */
public interface LineOutput {

  /**
   * Writes a line.
   *
   * @param line one line without control characters, and without the agent's name
   */
  void write(AgentLog.Level level, String line);

  /** Lines on a stream, each a single write that begins with the agent's name. */
  record Printed(PrintStream out) implements LineOutput {

    @Override
    public void write(AgentLog.Level level, String line) {
      out.println("[loop-sentinel] " + line);
    }
  }
}
