/** What is guarded in measurements, and the agent that guards it. */
@NullMarked
package io.loopsentinel.benchmarks.guarded;

import org.jspecify.annotations.NullMarked;
