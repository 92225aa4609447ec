package io.loopsentinel.it.harness;

import java.util.List;

/**
 * What a program that has ended left behind.
 *
 * @param exitCode its exit code
 * @param standardOutput all it wrote to standard output
 * @param standardError all it wrote to standard error
 */
public record ProgramResult(int exitCode, String standardOutput, String standardError) {

  private static final String AGENT_PREFIX = "[loop-sentinel] ";

  /** Returns the lines the agent wrote to standard error, without their prefix. */
  public List<String> agentLines() {
    return standardError
        .lines()
        .filter(line -> line.startsWith(AGENT_PREFIX))
        .map(line -> line.substring(AGENT_PREFIX.length()))
        .toList();
  }

  /** Returns the lines of standard error that the agent did not write. */
  public List<String> applicationErrorLines() {
    return standardError.lines().filter(line -> !line.startsWith(AGENT_PREFIX)).toList();
  }
}
