package io.loopsentinel.engine.session;

import io.loopsentinel.engine.call.DispatchedTools;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The state that an engine with other settings takes over, besides sessions and budgets.
 *
 * @param told whether an operator has ever sent a message to a session
 * @param deferred whether an end has ever waited for the next request of a session; without one,
 *     calls need not look
 * @param dispatched the tools of shared sessions
 * @param sequence the number of the latest decision
 */
record EngineState(
    RuntimeSwitches controls,
    Fingerprinter fingerprinter,
    InstantSource clock,
    AtomicBoolean told,
    AtomicBoolean deferred,
    DispatchedTools dispatched,
    AtomicLong sequence) {

  /** Takes the next numbers of the sequence, and returns the first of them. */
  long number(int count) {
    return sequence.getAndAdd(count) + 1;
  }

  boolean observesOnly() {
    return controls.mode() == Mode.OBSERVE;
  }
}
