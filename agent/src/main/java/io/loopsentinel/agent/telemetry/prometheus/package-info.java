/** Counters for Prometheus to scrape, by its official client library. */
@NullMarked
package io.loopsentinel.agent.telemetry.prometheus;

import org.jspecify.annotations.NullMarked;
