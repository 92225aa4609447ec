package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything, to be written as one JSON document.
 *
 * <p>{@code docs/replay.md} tells what stands in it. It holds no arguments, results or model text.
 */
record JsonReport(
    String format,
    int version,
    String configuration,
    List<PlayedRun> runs,
    long brokenLines,
    Measurement figures,
    @JsonInclude(Include.NON_NULL) @Nullable Measurement comparison,
    @JsonInclude(Include.NON_NULL) Measurements.@Nullable Sweep sweep,
    @JsonInclude(Include.NON_NULL) @Nullable List<Suggestions.Suggestion> suggestions) {

  private static final String FORMAT = "loop-sentinel-replay";

  /** Raised when a member changes its meaning or goes away; new members do not raise it. */
  private static final int VERSION = 1;

  static JsonReport of(Replay replay, @Nullable Suggestions suggestions) {
    Measurements measurements = replay.measurements();
    return new JsonReport(
        FORMAT,
        VERSION,
        measurements.main().name(),
        replay.runs(),
        replay.broken(),
        measurements.main(),
        measurements.other(),
        measurements.sweep(),
        suggestions == null ? null : suggestions.proposals());
  }
}
