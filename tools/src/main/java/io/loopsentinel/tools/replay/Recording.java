package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.Action;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One recorded run of an agent.
 *
 * @param id its recorded id, or else the name of the file and the line
 * @param audited whether it comes from an audit log, in which stopped calls did not run
 * @param shared whether several conversations shared its session
 * @param tokensEstimated whether the tokens are estimated because the file does not record them
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

  /** One event of a run, which is played through the engine. */
  sealed interface Step {

    /** Returns the time of the event; {@code null} if it is not recorded. */
    default @Nullable Instant time() {
      return null;
    }

    /** Returns the time, or an assumed one: a turn takes a second, anything else no time. */
    default Instant timeAfter(Instant before) {
      Instant assumed = this instanceof TurnStep ? before.plusSeconds(1) : before;
      return Objects.requireNonNullElse(time(), assumed);
    }

    default long tokens() {
      return 0;
    }
  }

  /** A question of the user after an answer of the model: a new session begins. */
  record QuestionStep() implements Step {}

  /** Returns the recording as one session, with questions of the user in it. */
  Recording withoutQuestions() {
    return new Recording(
        file,
        id,
        source,
        success,
        audited,
        shared,
        tokensEstimated,
        steps.stream().filter(step -> !(step instanceof QuestionStep)).toList());
  }

  /** A turn of the model, not made if refused. The words replace a text that is not recorded. */
  record TurnStep(@Nullable Instant time, ModelTurn turn, @Nullable WordSet words, boolean refused)
      implements Step {

    @Override
    public long tokens() {
      return turn.inputTokens() + turn.outputTokens();
    }
  }

  /**
   * A tool call.
   *
   * @param arguments a JSON text, or a tree of maps, lists and scalars
   * @param fingerprint the fingerprint of the call; {@code null} if the arguments are known
   * @param words the words of arguments that are not known; empty if not recorded
   * @param decision the decision before the call, and the one after it if there was any; {@link
   *     #WITHDRAWN} if a later call of the same batch was stopped
   */
  record CallStep(
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

    ToolCall call(LoopEngine engine) {
      return fingerprint == null
          ? engine.identify(tool, arguments)
          : engine.reading().identified(tool, fingerprint, words);
    }
  }

  /** The answer to a call that waited for a person; {@code done} is the resulting action. */
  record AnswerStep(@Nullable Instant time, CallStep call, String done) implements Step {

    boolean runs() {
      return done.equals(Action.OBSERVE.text()) || done.equals(Action.WARN.text());
    }
  }

  /** The outcome of a call: an {@link Outcome}, or a text that may be marked as a failure. */
  record OutcomeStep(@Nullable Instant time, CallStep call, Object outcome, boolean failed)
      implements Step {}
}
