package io.loopsentinel.agent.config;

import java.util.Optional;

/**
 * The section {@code telemetry.audit}.
 *
 * @param file the file that events are written to; none: they are not
 * @param calls whether calls and turns are written too, for {@code replay}
 * @param maxSize bytes at which a file is put aside
 * @param maxFiles files that are kept, the one that is written to included
 */
public record AuditSettings(Optional<String> file, boolean calls, long maxSize, int maxFiles) {

  /** What holds where the configuration says nothing. */
  public static final AuditSettings DEFAULT =
      new AuditSettings(Optional.empty(), false, 10L << 20, 5);
}
