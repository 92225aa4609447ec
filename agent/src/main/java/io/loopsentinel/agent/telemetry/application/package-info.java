/** What the agent tells through libraries of the application, which it finds at runtime. */
@NullMarked
package io.loopsentinel.agent.telemetry.application;

import org.jspecify.annotations.NullMarked;
