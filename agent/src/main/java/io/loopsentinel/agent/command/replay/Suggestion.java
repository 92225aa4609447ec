package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An override that recorded runs speak for; what should not change is {@code null}.
 *
 * @param tool the tool's name
 * @param action {@code warn}, or {@code null}
 * @param reason what speaks for it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Suggestion(
    String tool,
    @Nullable Integer threshold,
    @Nullable Integer thresholdWithProgress,
    @Nullable Integer windowSize,
    @Nullable String action,
    String reason) {}
