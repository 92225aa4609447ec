/** The event bus between guards and sinks, and the counters. */
@NullMarked
package io.loopsentinel.agent.telemetry.event;

import org.jspecify.annotations.NullMarked;
