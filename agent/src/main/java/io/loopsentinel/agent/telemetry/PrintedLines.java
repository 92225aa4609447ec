package io.loopsentinel.agent.telemetry;

import java.io.PrintStream;

/** Lines on a stream, each a single write that begins with the agent's name. */
public record PrintedLines(PrintStream out) implements LineOutput {

  private static final String PREFIX = "[loop-sentinel] ";

  @Override
  public void write(AgentLog.Level level, String line) {
    out.println(PREFIX.concat(line));
  }
}
