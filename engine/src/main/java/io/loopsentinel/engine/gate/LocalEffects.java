package io.loopsentinel.engine.gate;

import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.gate.EffectState.Phase;
import io.loopsentinel.engine.gate.EffectState.Step;
import java.time.InstantSource;
import java.util.Map;

/** The effects of one JVM, limited in number and by age. Thread-safe. */
final class LocalEffects implements EffectLog {

  private final InstantSource clock;

  /** The states by the names of effects. Guarded by this. */
  private final Map<String, EffectState> states;

  /**
   * Creates an empty log.
   *
   * @param maxEffects the maximum number of effects; the least recently used is evicted
   */
  LocalEffects(int maxEffects, InstantSource clock) {
    this.states = new BoundedMap<>(maxEffects);
    this.clock = clock;
  }

  @Override
  public synchronized EffectState look(EffectKey key) {
    EffectState state = states.getOrDefault(key.name(), EffectState.FREE);
    boolean isOld = clock.millis() - state.time() > key.keep().toMillis();
    return isOld && state.phase() != Phase.EXECUTING ? EffectState.FREE : state;
  }

  @Override
  public synchronized EffectState begin(EffectKey key, Step step, String claimant) {
    EffectState state = look(key).after(step, claimant, clock.millis());
    states.put(key.name(), state);
    return state;
  }

  @Override
  public synchronized void end(EffectKey key, Step step, String claimant) {
    EffectState unused = begin(key, step, claimant);
  }
}
