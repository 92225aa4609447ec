/** The HTTP server of the live page and the metrics, bounded in connections, bytes and time. */
@NullMarked
package io.loopsentinel.agent.telemetry.http;

import org.jspecify.annotations.NullMarked;
