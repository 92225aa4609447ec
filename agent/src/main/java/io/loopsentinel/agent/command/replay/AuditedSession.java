package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.session.ModelTurn;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session from its beginning to its end or its next beginning, as an audit log has it.
 *
 * @param shared whether several conversations had it in common
 * @param steps in the order in which they happened
 */
record AuditedSession(boolean shared, List<Step> steps) {

  /** One thing that the engine was told of the session. */
  sealed interface Step {

    /** Returns its place in the order of all calls and turns. */
    long order();

    @Nullable Instant time();
  }

  /**
   * The model was asked.
   *
   * @param words of its text, which is not known, as far as they were compared
   * @param refused whether the turn was not begun
   */
  record Asked(
      long order, @Nullable Instant time, ModelTurn turn, @Nullable WordSet words, boolean refused)
      implements Step {}

  /**
   * A tool was called.
   *
   * @param decision what was decided before it ran, and after it where that was more than nothing
   */
  record Called(
      long order, @Nullable Instant time, String tool, Fingerprint fingerprint, String decision)
      implements Step {}

  /** The outcome of a call came. */
  record Ended(long order, @Nullable Instant time, Called call, Outcome outcome) implements Step {}
}
