package io.loopsentinel.engine.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call as rules see it, without its arguments and result.
 *
 * @param tool the tool's name
 * @param fingerprint 64 hexadecimal digits, equal for calls with equal arguments
 * @param time the time of its judgement
 * @param result a hash of its result without volatile parts; {@code null} while it runs, and if the
 *     result is not visible
 * @param failed whether it is known to have failed
 */
public record SeenCall(
    String tool, String fingerprint, Instant time, @Nullable String result, boolean failed) {}
