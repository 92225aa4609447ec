package io.loopsentinel.engine.gate;

import io.loopsentinel.engine.gate.EffectState.Step;

/** The steps of effects, whose order decides which call runs. Thread-safe. */
public interface EffectLog {

  EffectState look(EffectKey key) throws Exception;

  /**
   * Adds the first step of a call.
   *
   * @param claimant identifies the call; of no earlier one
   * @return the state afterwards; the call may run if it is the claimant
   */
  EffectState begin(EffectKey key, Step step, String claimant) throws Exception;

  /** Adds the last step of a call that has begun. */
  void end(EffectKey key, Step step, String claimant) throws Exception;
}
