package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.settings.Action;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One recorded run of an agent.
 *
 * @param id its name; where the file has none, the file's name and the line
 * @param audited whether it comes from an audit log, in which what was stopped did not run
 * @param shared whether several conversations had its session in common
 * @param tokensEstimated whether the tokens of its turns are estimated, for the file does not say
 */
record Recording(
    String file,
    String id,
    @Nullable String source,
    @Nullable Boolean success,
    boolean audited,
    boolean shared,
    boolean tokensEstimated,
    List<Step> steps) {

  /** One thing that happened in a run, of which the engine is told. */
  sealed interface Step {

    /** Returns when it happened; {@code null} where that is not recorded. */
    @Nullable Instant time();

    default long tokens() {
      return 0;
    }
  }

  /** The model was asked, or was not if refused; words stand for a text that is not known. */
  record Asked(@Nullable Instant time, ModelTurn turn, @Nullable WordSet words, boolean refused)
      implements Step {

    @Override
    public long tokens() {
      return turn.inputTokens() + turn.outputTokens();
    }
  }

  /**
   * A tool was called.
   *
   * @param arguments a JSON text, or a tree of maps, lists and scalars
   * @param fingerprint of the call where its arguments are not known
   * @param words the words of these, as far as they are known
   * @param decision what was decided before it ran, and after it where that was more than nothing;
   *     {@link #WITHDRAWN} if it was one of a batch of which a later one was stopped
   */
  record Called(
      @Nullable Instant time,
      String tool,
      @Nullable Object arguments,
      @Nullable Fingerprint fingerprint,
      WordSet words,
      String decision)
      implements Step {

    private static final String WITHDRAWN = "withdrawn";

    boolean isWithdrawn() {
      return decision.equals(WITHDRAWN);
    }
  }

  /** A call that waited for a person went on; {@code done} is what was done with it. */
  record Answered(@Nullable Instant time, Called call, String done) implements Step {

    boolean runs() {
      return done.equals(Action.OBSERVE.text()) || done.equals(Action.WARN.text());
    }
  }

  /** The outcome of a call came: an {@link Outcome}, or a text that may be marked as a failure. */
  record Ended(@Nullable Instant time, Called call, Object outcome, boolean failed)
      implements Step {}
}
