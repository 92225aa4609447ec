package io.loopsentinel.engine.session;

/**
 * Identifies a call in the log of a session.
 *
 * @param writer the writer of the event that asked for it
 * @param number the number of that event
 * @param index the index of the call in the event
 */
record CallId(String writer, long number, int index) {}
