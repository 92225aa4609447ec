package io.loopsentinel.agent.command.replay.recording;

import org.jspecify.annotations.Nullable;

/**
 * A tool call and what came of it.
 *
 * @param tool the tool's name
 * @param arguments a JSON text, or a tree of maps, lists and scalars; {@code null} if there are
 *     none
 * @param result what the tool answered; {@code null} where no answer is recorded
 * @param failed whether the answer is marked as a failure
 */
public record RecordedToolCall(
    String tool, @Nullable Object arguments, @Nullable String result, boolean failed) {}
