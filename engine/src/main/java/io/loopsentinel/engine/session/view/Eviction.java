package io.loopsentinel.engine.session.view;

/**
 * A session that was dropped to bound memory. Its next call begins a new session.
 *
 * @param session its key as text
 * @param idle true if it was idle for too long, false if there were too many sessions
 */
public record Eviction(String session, boolean idle) {}
