/** Telemetry through libraries of the application, which are found at runtime. */
@NullMarked
package io.loopsentinel.agent.telemetry.application;

import org.jspecify.annotations.NullMarked;
