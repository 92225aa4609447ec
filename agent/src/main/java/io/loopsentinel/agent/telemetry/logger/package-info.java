/** The output of the agent's log lines to the logger of the application. */
@NullMarked
package io.loopsentinel.agent.telemetry.logger;

import org.jspecify.annotations.NullMarked;
