package io.loopsentinel.agent.config;

import io.loopsentinel.engine.text.Printable;

/**
 * Something in a configuration that a person should look at.
 *
 * @param origin where it stands
 * @param message what is wrong, what was expected and what to do; one sentence, no full stop
 */
public record ConfigProblem(Origin origin, String message) {

  /**
   * Returns one line, as compilers write it: the place, a colon, the message. Characters that
   * cannot be seen are escaped, for both may hold names of others.
   */
  @Override
  public String toString() {
    return Printable.of(origin + ": " + message, Integer.MAX_VALUE);
  }
}
