package io.loopsentinel.benchmarks.calls;

/**
 * What was measured in one iteration.
 *
 * @param nanoseconds of processor time that a call takes
 * @param bytes that a call allocates
 */
record Measurement(double nanoseconds, double bytes) {}
