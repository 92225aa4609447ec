package io.loopsentinel.agent.command.replay.recording;

/**
 * Tokens as the model's provider counted them.
 *
 * @param input tokens read, at least 0
 * @param output tokens written, at least 0
 */
public record Usage(long input, long output) {}
