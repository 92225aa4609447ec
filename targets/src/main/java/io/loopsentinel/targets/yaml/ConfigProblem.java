package io.loopsentinel.targets.yaml;

import io.loopsentinel.engine.text.Printable;

/**
 * An error or a warning about a configuration.
 *
 * @param message the problem, the expected value and the remedy; one sentence without full stop
 */
public record ConfigProblem(Origin origin, String message) {

  /**
   * Returns one line in the format of compilers: the origin, a colon, the message. Invisible
   * characters are escaped, because both can contain text from outside the agent.
   */
  @Override
  public String toString() {
    return Printable.of(origin + ": " + message, Integer.MAX_VALUE);
  }
}
