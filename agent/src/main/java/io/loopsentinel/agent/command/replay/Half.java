package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.engine.identity.Fingerprint;
import java.util.HexFormat;
import java.util.Locale;

/**
 * One half of all runs: rules are tuned on the one and reported on the other. Whether the first
 * byte of the SHA-256 of a run's id is even or odd decides, so that a run is in the same half
 * wherever it is played.
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

  boolean holds(String id) {
    return (hash(id)[0] % 2 == 0) == (this == TUNING);
  }

  /** Returns the SHA-256 of an id in UTF-8. */
  static byte[] hash(String id) {
    return HexFormat.of().parseHex(Fingerprint.of(id).toHex());
  }
}
