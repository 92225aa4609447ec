package io.loopsentinel.agent.detect;

/**
 * The trailing run of equal results among the calls of one fingerprint.
 *
 * @param length how many of the latest calls brought the same result
 * @param match how these results compare
 */
record Repetition(int length, ResultMatch match) {}
