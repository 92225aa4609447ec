package io.loopsentinel.agent.telemetry.webhook;

import io.loopsentinel.LoopEvent;
import org.jspecify.annotations.Nullable;

/**
 * What one message tells.
 *
 * @param event what happened; absent: the message only tells of what was missed
 * @param missed what was not told before
 */
record Alert(@Nullable LoopEvent event, Missed missed) {}
