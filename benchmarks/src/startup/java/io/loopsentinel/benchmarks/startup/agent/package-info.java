/** Agents to compare with. */
@NullMarked
package io.loopsentinel.benchmarks.startup.agent;

import org.jspecify.annotations.NullMarked;
