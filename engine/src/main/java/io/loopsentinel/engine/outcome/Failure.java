package io.loopsentinel.engine.outcome;

/**
 * How a call failed.
 *
 * @param tellingLine the line that tells it from other failures, made comparable
 * @param readableLine the same line as it was written, fit to be read
 * @param key equal for the same failure
 */
record Failure(String tellingLine, String readableLine, long key) {}
