package io.loopsentinel.agent.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * A failure of the agent, with what its reader can do something about: the target it befell.
 *
 * <p>It is shown in the place of its cause, whose message is left out: that may quote arguments.
 */
public final class LocatedFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String consequence;

  /**
   * Creates a failure.
   *
   * @param place which target, on which method
   * @param explanation what is wrong and what to do, without any value of the application; absent:
   *     the kind of the cause is all that can be said
   * @param consequence what comes of it for the call
   */
  public LocatedFailure(
      String place, @Nullable String explanation, String consequence, @Nullable Throwable cause) {
    super(
        place
            + ": "
            + (explanation == null ? "failed with " + FailureLog.name(cause) : explanation),
        cause,
        false,
        false);
    this.consequence = consequence;
  }

  String line() {
    return getMessage() + "; " + consequence;
  }
}
