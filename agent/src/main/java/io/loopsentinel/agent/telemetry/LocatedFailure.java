package io.loopsentinel.agent.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * A failure of the agent, with what its reader can do something about: the target it befell.
 *
 * <p>It is shown in the place of its cause, whose message is left out: that may quote arguments.
 */
public final class LocatedFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String place;
  private final String consequence;
  private final @Nullable String explanation;

  /**
   * Creates a failure.
   *
   * @param place which target, on which method
   * @param explanation what is wrong and what to do, without any value of the application; absent:
   *     the kind of the cause is all that can be said
   * @param consequence what comes of it for the call
   */
  public LocatedFailure(
      String place, @Nullable String explanation, String consequence, Throwable cause) {
    super(explanation == null ? place : place + ": " + explanation, cause, false, false);
    this.place = place;
    this.explanation = explanation;
    this.consequence = consequence;
  }

  String place() {
    return place;
  }

  @Nullable String explanation() {
    return explanation;
  }

  String consequence() {
    return consequence;
  }
}
