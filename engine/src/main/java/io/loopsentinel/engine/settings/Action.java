package io.loopsentinel.engine.settings;

import java.util.Locale;

/** A rung of a ladder, from the mildest action to the strictest. */
public enum Action {
  /** The call runs; an event is published. */
  OBSERVE,
  /** The call runs; its result carries a warning. */
  WARN,
  /**
   * The call does not run; the model reads the result of the earlier call again. Without a result
   * to reuse the next rung applies.
   */
  REUSE,
  /** The call does not run; the model reads a synthetic result instead. */
  HINT,
  /** The call waits for a person's answer; without an answer the next rung applies. */
  ASK,
  /** The call does not run; the caller gets a {@link io.loopsentinel.ToolLoopError}. */
  ABORT,
  /** As {@link #ABORT}, also for all further calls of the session until it is reset. */
  TERMINATE;

  /** Returns its name in configurations and reports. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean runsCall() {
    return this == OBSERVE || this == WARN;
  }
}
