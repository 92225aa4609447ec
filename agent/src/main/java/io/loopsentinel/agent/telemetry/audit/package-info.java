/** The audit log: every event as a line of JSON, in a file that is bounded in size. */
@NullMarked
package io.loopsentinel.agent.telemetry.audit;

import org.jspecify.annotations.NullMarked;
