package io.loopsentinel.it.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;

/**
 * What a program that has ended left behind.
 *
 * @param exitCode its exit code
 * @param standardOutput all it wrote to standard output
 * @param standardError all it wrote to standard error
 */
public record ProgramResult(int exitCode, String standardOutput, String standardError) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String AGENT_PREFIX = "[loop-sentinel] ";
  private static final Pattern AGENT_PREFIX_AND_TIME =
      Pattern.compile("\\[loop-sentinel] ([-\\dT:.]+Z )?");

  /**
   * Returns this result, of a program that has ended as it should.
   *
   * @throws AssertionError if its exit code is not 0; tells what it wrote
   */
  public ProgramResult successful() {
    Assertions.assertEquals(0, exitCode, () -> "exit code of " + this);
    return this;
  }

  /** Returns the JSON objects it printed, one per line; other lines are skipped. */
  public <T> List<T> jsonLines(Class<T> type) {
    return standardOutput
        .lines()
        .filter(line -> line.startsWith("{"))
        .map(line -> read(line, type))
        .toList();
  }

  /** Returns the lines the agent wrote to standard error, without their prefix and time. */
  public List<String> agentLines() {
    return standardError
        .lines()
        .filter(line -> line.startsWith(AGENT_PREFIX))
        .map(line -> AGENT_PREFIX_AND_TIME.matcher(line).replaceFirst(""))
        .toList();
  }

  /** Returns the lines of standard error that the agent did not write. */
  public List<String> applicationErrorLines() {
    return standardError.lines().filter(line -> !line.startsWith(AGENT_PREFIX)).toList();
  }

  private static <T> T read(String line, Class<T> type) {
    try {
      return JSON.readValue(line, type);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("Not of " + type + ": " + line, e);
    }
  }
}
