package io.loopsentinel.agent.telemetry.event;

import org.jspecify.annotations.Nullable;

/** Records how long the checks of calls and turns take. Thread-safe. */
@FunctionalInterface
public interface CheckRecorder {

  /** Records none, at no cost. */
  CheckRecorder NONE = () -> null;

  /** Returns the check that begins now on this thread, or {@code null} where none is recorded. */
  @Nullable Check begin();

  /**
   * A check that has begun. One that meets with an error, or finds nothing to judge, never ends.
   */
  interface Check {

    /**
     * Ends it, and records it.
     *
     * @param target the name of the target whose method was called
     * @param session the session's key
     * @param tool the tool; absent: it was about a turn
     * @param decision what came of it: {@code pass} or an action
     */
    void end(String target, Object session, @Nullable String tool, String decision);
  }
}
