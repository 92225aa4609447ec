/** What the agent tells: log lines on standard error, counters of its own failures. */
@NullMarked
package io.loopsentinel.agent.telemetry;

import org.jspecify.annotations.NullMarked;
