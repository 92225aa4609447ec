package io.loopsentinel.engine.detect;

import org.jspecify.annotations.Nullable;

/**
 * A turn of the model as detectors see it.
 *
 * @param words the words of its text; {@code null} where there is none
 * @param afterNews whether the calls since the turn before brought something new
 */
public record Turn(@Nullable WordSet words, boolean afterNews) {}
