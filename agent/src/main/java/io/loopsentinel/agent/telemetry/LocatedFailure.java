package io.loopsentinel.agent.telemetry;

import io.loopsentinel.engine.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * A failure of the agent, with what its reader can do something about: the target it befell.
 *
 * <p>It is shown in the place of its cause, whose message is left out: that may quote arguments.
 */
public final class LocatedFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int LONGEST_QUOTED = 500;

  private final String consequence;
  private final @Nullable String quoted;

  /** Creates a failure of which nothing is quoted. */
  public LocatedFailure(
      String place, @Nullable String explanation, String consequence, @Nullable Throwable cause) {
    this(place, explanation, consequence, cause, null);
  }

  /**
   * Creates a failure.
   *
   * @param place which target, on which method
   * @param explanation what is wrong and what to do, without any value of the application; absent:
   *     the kind of the cause is all that can be said
   * @param consequence what comes of it for the call
   * @param quoted a text of the application's that may be told; no part of what the cause is
   */
  public LocatedFailure(
      String place,
      @Nullable String explanation,
      String consequence,
      @Nullable Throwable cause,
      @Nullable String quoted) {
    super(
        place
            + ": "
            + (explanation == null ? "failed with " + FailureLog.name(cause) : explanation),
        cause,
        false,
        false);
    this.consequence = consequence;
    this.quoted = quoted == null ? null : Printable.of(quoted, LONGEST_QUOTED);
  }

  String line() {
    return getMessage() + "; " + consequence;
  }

  String lineWithQuotation() {
    return quoted == null ? line() : line() + "; its message: " + quoted;
  }
}
