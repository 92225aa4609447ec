package io.loopsentinel.agent.config;

/**
 * Something in a configuration that a person should look at.
 *
 * @param origin where it stands
 * @param message what is wrong, what was expected and what to do; one sentence, no full stop
 */
public record ConfigProblem(Origin origin, String message) {

  /** Returns one line, as compilers write it: the place, a colon, the message. */
  @Override
  public String toString() {
    return origin + ": " + message;
  }
}
