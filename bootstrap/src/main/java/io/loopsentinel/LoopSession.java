package io.loopsentinel;

/**
 * A live session.
 *
 * @param key its key as text
 * @param terminated whether its calls and turns are refused until it is reset
 */
public record LoopSession(String key, boolean terminated) {}
