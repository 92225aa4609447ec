package io.loopsentinel.engine.session;

/**
 * A session that was forgotten to keep memory bounded; its next call begins a new one.
 *
 * @param session its key as text
 * @param idle whether it was idle for too long; else there were too many sessions
 */
public record Eviction(String session, boolean idle) {}
