/** The agent's log, the counters of its own failures, and the helpers that these need. */
@NullMarked
package io.loopsentinel.agent.telemetry;

import org.jspecify.annotations.NullMarked;
