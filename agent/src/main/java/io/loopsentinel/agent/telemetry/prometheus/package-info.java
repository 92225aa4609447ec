/** An endpoint for Prometheus, based on its official client library. */
@NullMarked
package io.loopsentinel.agent.telemetry.prometheus;

import org.jspecify.annotations.NullMarked;
