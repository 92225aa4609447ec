package io.loopsentinel.engine.gate;

/**
 * The right of one call to have an effect.
 *
 * @param log the log that has the claim
 * @param claimant identifies the call
 * @param session the session of the call
 * @param repeats whether the effect may have happened before
 */
public record Claim(
    EffectKey key, EffectLog log, String claimant, String session, boolean repeats) {}
