package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All results of a replay in the form of the JSON document that {@code docs/replay.md} describes.
 * It contains no arguments, results or model text.
 *
 * @param version raised when a member changes its meaning or is removed, not when one is added
 * @param comparison the measurement under the configuration to compare with
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JsonReport(
    String format,
    int version,
    String configuration,
    List<PlayedRun> runs,
    long brokenLines,
    Measurement figures,
    @Nullable Measurement comparison,
    @Nullable List<Suggestions.Suggestion> suggestions,
    @Nullable Map<String, ReuseTrial.Figures> reuse) {}
