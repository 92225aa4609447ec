package io.loopsentinel.agent.telemetry;

import io.loopsentinel.engine.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * A failure of the agent with its place, such as a target, so that its reader can act on it.
 *
 * <p>It is shown instead of its cause, whose message is omitted because it may quote arguments.
 */
public final class LocatedFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final int MAX_QUOTED_LENGTH = 500;

  private final String consequence;
  private final @Nullable String quoted;

  public LocatedFailure(
      String place, @Nullable String explanation, String consequence, @Nullable Throwable cause) {
    this(place, explanation, consequence, cause, null);
  }

  /**
   * Creates a failure.
   *
   * @param place the target and its method, or another part of the agent
   * @param explanation the problem and its remedy, without values of the application; {@code null}
   *     if only the class of the cause is known
   * @param consequence the consequence, such as for the call
   * @param quoted a text of the application that may be logged; not part of the failure's identity
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
            + (explanation == null
                ? "failed with " + FailureLog.describeForeign(cause)
                : explanation),
        cause,
        false,
        false);
    this.consequence = consequence;
    this.quoted = quoted == null ? null : Printable.of(quoted, MAX_QUOTED_LENGTH);
  }

  String line() {
    return getMessage() + "; " + consequence;
  }

  String lineWithQuotation() {
    return quoted == null ? line() : line() + "; its message: " + quoted;
  }
}
