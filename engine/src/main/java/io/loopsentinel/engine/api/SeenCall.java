package io.loopsentinel.engine.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A call as rules see it, without its arguments and results.
 *
 * @param tool the tool's name
 * @param fingerprint 64 hexadecimal digits, equal for calls with equal arguments
 * @param time when it was judged
 * @param result a hash of its result without what is volatile in it; {@code null} while it runs,
 *     and where it is not seen
 * @param failed whether it is known to have failed
 */
public record SeenCall(
    String tool, String fingerprint, Instant time, @Nullable String result, boolean failed) {}
