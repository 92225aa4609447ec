/** Alerts over HTTP: their formats, limits and retries. */
@NullMarked
package io.loopsentinel.agent.telemetry.webhook;

import org.jspecify.annotations.NullMarked;
