package io.loopsentinel.agent.telemetry;

/** Where the lines of the agent's log go. Thread-safe, and quick. */
public interface LineOutput {

  /**
   * Writes a line.
   *
   * @param line one line without control characters, and without the agent's name
   */
  void write(AgentLog.Level level, String line);
}
