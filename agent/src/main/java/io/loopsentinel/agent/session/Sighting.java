package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.detect.Finding;

/**
 * A finding and where it stands on its ladder.
 *
 * @param finding what was found
 * @param occurrence how often this loop was found in this session, this time included
 * @param rung what the ladder says
 * @param next what the ladder says the next time
 */
public record Sighting(Finding finding, int occurrence, Action rung, Action next) {}
