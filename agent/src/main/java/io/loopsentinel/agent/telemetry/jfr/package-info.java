/** What the JDK's Flight Recorder gets to record. */
@NullMarked
package io.loopsentinel.agent.telemetry.jfr;

import org.jspecify.annotations.NullMarked;
