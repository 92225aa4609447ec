package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Looks for one kind of loop.
 *
 * <p>Implementations are stateless: whatever they compare is kept in the {@link SessionHistory},
 * whose session is locked while a detector is asked. They are created in {@link Detectors}.
 */
public interface Detector {

  /** Returns the name of the detector. */
  DetectorKind kind();

  /** Returns the ladder that findings about a tool with this policy climb. */
  Ladder ladder(ToolPolicy policy);

  /**
   * Judges a call that has not run and is not in the history.
   *
   * @return a finding, or {@code null}
   */
  default @Nullable Finding beforeCall(Call call, SessionHistory session) {
    return null;
  }

  /**
   * Returns whether a call is judged that the model asked for before in the same response. It
   * repeats nothing, for the model could not read the first result.
   */
  default boolean judgesDuplicates() {
    return false;
  }

  /**
   * Judges a call that has run; it and its outcome are in the history.
   *
   * @return a finding, or {@code null}
   */
  default @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    return null;
  }

  /**
   * Returns whether a later outcome of the tool shows that the loop of a finding is left. A stop
   * that waits for the tool's next call is dropped then.
   */
  default boolean isRefuted(Finding finding, Outcome outcome) {
    return false;
  }

  /** Called when a finding of {@link #afterCall} is to stop the tool's next call. */
  default void deferred(String tool, SessionHistory session) {}

  /**
   * Judges a turn of the model that is about to begin.
   *
   * @return a finding, or {@code null}
   */
  default @Nullable Finding beforeTurn(SessionHistory session) {
    return null;
  }

  /**
   * Judges a turn of the model.
   *
   * @return a finding, or {@code null}
   */
  default @Nullable Finding afterTurn(Turn turn, SessionHistory session) {
    return null;
  }

  /**
   * Returns which finding of its loop a finding is, from 1.
   *
   * @param found how often the loop was found, this time included
   */
  default int occurrence(Finding finding, int found) {
    return found;
  }
}
