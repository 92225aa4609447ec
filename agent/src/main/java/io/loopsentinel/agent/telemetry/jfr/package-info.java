/** Events for the JDK's Flight Recorder. */
@NullMarked
package io.loopsentinel.agent.telemetry.jfr;

import org.jspecify.annotations.NullMarked;
