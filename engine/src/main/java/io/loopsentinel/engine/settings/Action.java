package io.loopsentinel.engine.settings;

import java.util.Locale;

/** What is done about a finding, from the mildest to the strictest. */
public enum Action {
  /** The call runs; an event is published. */
  OBSERVE,
  /** The call runs; its result carries a warning. */
  WARN,
  /** The call does not run; the model reads a synthetic result instead. */
  HINT,
  /** The call waits for a person's answer; without one the next rung is taken. */
  ASK,
  /** The call does not run; the caller gets a {@link io.loopsentinel.ToolLoopError}. */
  ABORT,
  /** As {@link #ABORT}, and so does everything else in the session until it is reset. */
  TERMINATE;

  /** Returns its name in configurations and reports. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the call runs all the same. */
  public boolean runsCall() {
    return this == OBSERVE || this == WARN;
  }
}
