package io.loopsentinel.agent.command.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a replay; all that reports tell.
 *
 * @param runs under the configuration asked for
 * @param otherRuns the same ones under the configuration that it is compared with; else none
 * @param brokenLines how many lines held no run
 * @param applied what was measured with the suggestions in the configuration
 */
record ReplayResult(
    Measurements measurements,
    List<PlayedRun> runs,
    List<PlayedRun> otherRuns,
    long brokenLines,
    @Nullable Suggestions suggestions,
    @Nullable Measurement applied) {}
