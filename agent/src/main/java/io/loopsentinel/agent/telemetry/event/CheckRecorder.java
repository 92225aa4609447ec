package io.loopsentinel.agent.telemetry.event;

import org.jspecify.annotations.Nullable;

/** A recorder of the durations of checks of calls and turns. Must be thread-safe. */
@FunctionalInterface
public interface CheckRecorder {

  /** A recorder that records nothing, at no cost. */
  CheckRecorder NONE = () -> null;

  /** Begins a check on this thread; returns {@code null} if it is not recorded. */
  @Nullable Check begin();

  /** A check in progress. It never ends if it fails or finds nothing to judge. */
  interface Check {

    /**
     * Ends and records the check.
     *
     * @param tool the tool; {@code null} for a turn
     * @param decision the decision: {@code pass} or an action
     */
    void end(String target, Object session, @Nullable String tool, String decision);
  }
}
