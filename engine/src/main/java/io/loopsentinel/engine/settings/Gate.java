package io.loopsentinel.engine.settings;

import org.jspecify.annotations.Nullable;

/**
 * The gate before each call of a tool, the first one included.
 *
 * @param asks true if a person decides about each call, false if no call runs
 * @param denial the text that the model reads instead of a result, if configured
 */
public record Gate(boolean asks, @Nullable String denial) {}
