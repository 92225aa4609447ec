package io.loopsentinel.agent.command.replay;

import java.util.OptionalInt;

/**
 * An override that recorded runs speak for.
 *
 * @param tool the tool's name
 * @param threshold the value for {@code threshold}, if it should change
 * @param thresholdWithProgress the value for {@code threshold_with_progress}, if it should change
 * @param windowSize the value for {@code window_size}, if it should change
 * @param warnOnly whether {@code action: warn} is proposed
 * @param reason what speaks for it
 */
public record Suggestion(
    String tool,
    OptionalInt threshold,
    OptionalInt thresholdWithProgress,
    OptionalInt windowSize,
    boolean warnOnly,
    String reason) {}
