package io.loopsentinel.engine.gate;

import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.identity.Fingerprint;
import java.time.InstantSource;
import java.util.Map;

/**
 * The effects of a session of this JVM alone, and those whose outcome is unknown and that the model
 * looked for. Not thread-safe, except for the log; guarded by its session.
 */
public final class SessionEffects {

  /** Maximum number of effects; the least recently used is forgotten. */
  private static final int MAX_EFFECTS = 1_000;

  private static final int MAX_UNKNOWN = 32;

  /** Stands for the tool after it has been called. */
  private static final String VERIFIED = "";

  private final EffectLog log;

  /** By unknown effect: the tool that shows whether it happened, as the model was told. */
  private final Map<Fingerprint, String> unknown = new BoundedMap<>(MAX_UNKNOWN);

  public SessionEffects(InstantSource clock) {
    this.log = new LocalEffects(MAX_EFFECTS, clock);
  }

  public EffectLog log() {
    return log;
  }

  /** Records that the model was told to look with a tool before it repeats a call. */
  public void told(Fingerprint effect, String tool) {
    unknown.putIfAbsent(effect, tool);
  }

  public void succeeded(String tool) {
    unknown.replaceAll((effect, with) -> with.equals(tool) ? VERIFIED : with);
  }

  /** Returns whether the model has looked, so that one call may run. */
  public boolean takeVerified(Fingerprint effect) {
    return unknown.remove(effect, VERIFIED);
  }
}
