/** Events on their way from guards to sinks: one queue, one thread. */
@NullMarked
package io.loopsentinel.agent.telemetry.event;

import org.jspecify.annotations.NullMarked;
