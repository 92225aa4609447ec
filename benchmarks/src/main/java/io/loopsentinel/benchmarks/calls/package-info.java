/** What a call costs: under the agent, and under what one would otherwise use. */
@NullMarked
package io.loopsentinel.benchmarks.calls;

import org.jspecify.annotations.NullMarked;
