package io.loopsentinel.benchmarks.engine;

import java.util.function.IntToLongFunction;

/**
 * A part of what a call takes.
 *
 * @param name what it does
 * @param work does it once, for the call with this number; what it returns is of no interest, but
 *     keeps the compiler from leaving the work out
 */
record Part(String name, IntToLongFunction work) {}
