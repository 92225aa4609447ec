/** What many sessions take of the heap, and what it costs to forget them. */
@NullMarked
package io.loopsentinel.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
