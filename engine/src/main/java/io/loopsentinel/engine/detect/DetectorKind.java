package io.loopsentinel.engine.detect;

import java.util.Locale;

/** The detectors, named as in the configuration. */
public enum DetectorKind {
  /** The same call again. */
  REPEAT,
  /** A block of calls again and again. */
  CYCLE,
  /** The same failure again, whatever the arguments. */
  ERROR,
  /** The same result again, whatever the arguments. */
  STAGNATION,
  /** Nearly the same arguments with nearly the same result again. */
  SIMILAR_CALLS,
  /** Nearly the same model text again. */
  SIMILAR_TURNS,
  /** A cap on calls, turns, tokens or cost. */
  BUDGET;

  private final String key = name().toLowerCase(Locale.ROOT);

  /** Returns the name as in the configuration. */
  public String key() {
    return key;
  }
}
