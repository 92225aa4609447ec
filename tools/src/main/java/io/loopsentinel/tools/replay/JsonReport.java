package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All results of a replay in the form of the JSON document that {@code docs/replay.md} describes.
 * It contains no arguments, results or model text.
 *
 * @param version raised when a member changes its meaning or is removed, not when one is added
 */
record JsonReport(
    String format,
    int version,
    String configuration,
    List<PlayedRun> runs,
    long brokenLines,
    @JsonUnwrapped Measurements measurements,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Suggestions.Suggestion> suggestions,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, ReuseTrial.Figures> reuse) {

  static JsonReport of(
      Measurements measurements,
      long brokenLines,
      @Nullable Suggestions suggestions,
      @Nullable Map<String, ReuseTrial.Figures> reuse) {
    return new JsonReport(
        "loop-sentinel-replay",
        1,
        measurements.main().name(),
        measurements.main().runs(),
        brokenLines,
        measurements,
        suggestions == null ? null : suggestions.proposals(),
        reuse);
  }
}
