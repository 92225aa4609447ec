/** What all measurements have in common: spreads, goals, and how they are told. */
@NullMarked
package io.loopsentinel.benchmarks.report;

import org.jspecify.annotations.NullMarked;
