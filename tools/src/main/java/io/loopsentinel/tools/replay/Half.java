package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.identity.Fingerprint;

/**
 * One half of all runs: rules are tuned on one half and reported on the other. A run whose id has a
 * SHA-256 with an even first byte is in the tuning half, so that every replay assigns it alike.
 */
enum Half {
  TUNING,
  REPORTING;

  boolean contains(String id) {
    return ((Fingerprint.of(id).a() >>> 56) % 2 == 0) == (this == TUNING);
  }
}
