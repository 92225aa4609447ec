package io.loopsentinel;

/**
 * A session that Loop Sentinel remembers.
 *
 * @param key its key as text
 * @param terminated whether it was ended: its calls and turns are refused until it is reset
 */
public record LoopSession(String key, boolean terminated) {}
