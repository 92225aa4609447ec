package io.loopsentinel.benchmarks.calls;

/**
 * What was measured in one JVM.
 *
 * @param nanoseconds of a call, in the fastest iteration: what disturbs it only adds
 * @param bytes that a call allocates
 */
record Measurement(double nanoseconds, double bytes) {}
