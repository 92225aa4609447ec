/** Alerts to receivers over HTTP: what they say, how often they are sent, and tried again. */
@NullMarked
package io.loopsentinel.agent.telemetry.webhook;

import org.jspecify.annotations.NullMarked;
