/** The agent's telemetry in that of an application. */
@NullMarked
package io.loopsentinel.it.telemetry;

import org.jspecify.annotations.NullMarked;
