package io.loopsentinel.agent.command.replay.recording;

import io.loopsentinel.engine.detect.WordSet;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.session.ModelTurn;
import org.jspecify.annotations.Nullable;

/** One thing that the engine was told of a session, as an audit log has it. */
public sealed interface AuditedStep {

  /**
   * The model was asked.
   *
   * @param turn its tokens; it has no text
   * @param words of its text, as far as they were compared
   * @param refused whether the turn was not begun
   */
  record Asked(ModelTurn turn, @Nullable WordSet words, boolean refused) implements AuditedStep {}

  /**
   * A tool was called.
   *
   * @param call number of the call, from 0
   * @param decision what was decided before it ran, and after it where that was more than nothing
   */
  record Called(int call, String tool, Fingerprint fingerprint, String decision)
      implements AuditedStep {}

  /**
   * The outcome of a call came.
   *
   * @param call number of the call
   */
  record Ended(int call, Outcome outcome) implements AuditedStep {}
}
