package io.loopsentinel.engine.detect;

import org.jspecify.annotations.Nullable;

/**
 * How a turn of the model compares with those before.
 *
 * @param similarity the greatest similarity to one of them, 0 to 1; {@code null} where there was
 *     none
 * @param consecutive how many turns in a row were similar to one before
 */
public record TurnSimilarity(@Nullable Double similarity, int consecutive) {}
