/** The audit log: each event as a line of JSON, in a file of bounded size. */
@NullMarked
package io.loopsentinel.agent.telemetry.audit;

import org.jspecify.annotations.NullMarked;
