package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.tools.support.UsageException;
import java.util.Locale;

/**
 * One half of all runs: rules are tuned on one half and reported on the other. A run whose id has a
 * SHA-256 with an even first byte is in the tuning half, so that every replay assigns it alike.
 */
enum Half {
  TUNING,
  REPORTING;

  static Half parse(String text) throws UsageException {
    for (Half half : values()) {
      if (half.name().toLowerCase(Locale.ROOT).equals(text)) {
        return half;
      }
    }
    throw new UsageException("--half " + text + ": expected tuning or reporting");
  }

  boolean contains(String id) {
    return ((Fingerprint.of(id).a() >>> 56) % 2 == 0) == (this == TUNING);
  }
}
