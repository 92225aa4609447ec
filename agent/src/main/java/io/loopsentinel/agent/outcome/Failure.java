package io.loopsentinel.agent.outcome;

/**
 * How a call failed.
 *
 * @param tellingLine the line that tells it from other failures, made comparable
 * @param key equal for the same failure
 */
record Failure(String tellingLine, long key) {}
