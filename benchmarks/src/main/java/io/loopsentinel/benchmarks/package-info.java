/** Measures what sessions take in memory and calls in time. */
@NullMarked
package io.loopsentinel.benchmarks;

import org.jspecify.annotations.NullMarked;
