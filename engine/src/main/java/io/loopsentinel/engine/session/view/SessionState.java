package io.loopsentinel.engine.session.view;

import io.loopsentinel.engine.budget.Attribution;
import java.time.Instant;

/**
 * The state of a session at a moment.
 *
 * @param isTerminated whether its calls and turns are refused in mode {@code enforce}
 * @param calls the number of judged calls, including stopped ones
 * @param last the time of its latest call or turn; {@link Instant#EPOCH} if there was none
 */
public record SessionState(
    boolean isTerminated, long calls, Instant last, Attribution attribution) {}
