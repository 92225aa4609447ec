package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Looks for one kind of loop, before a call, after a call or after a turn of the model.
 *
 * <p>Implementations are stateless: whatever they compare is kept in the {@link SessionHistory},
 * whose session is locked while a detector is asked. They are created in {@link Detectors}.
 */
public interface Detector {

  /** Returns its settings. */
  DetectorSettings settings();

  /**
   * Returns the ladder that a finding about a tool climbs: the detector's own, else that of the
   * tool, else {@link #defaultLadder}.
   */
  default Ladder ladder(Finding finding, ToolPolicy policy) {
    Ladder own = settings().escalation();
    return own == null
        ? Objects.requireNonNullElse(policy.escalation(), defaultLadder(finding))
        : own;
  }

  /** Returns whether the ladder of findings about a tool is configured. */
  default boolean hasConfiguredLadder(ToolPolicy policy) {
    return settings().escalation() != null || policy.escalation() != null;
  }

  /** Returns the ladder of a finding where none is configured. */
  default Ladder defaultLadder(Finding finding) {
    return Ladder.STOP_AT_ONCE;
  }

  /** Returns how many of the latest calls of all tools it looks at; fewer may have been made. */
  default int calls() {
    return 0;
  }

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

  /**
   * Returns whether a session that was ended for a finding stays so. One of another detector is no
   * affair of this one.
   */
  default boolean lasts(Finding finding, SessionHistory session) {
    return true;
  }

  /** Returns whether a finding of {@link #afterCall} stops the next call of whatever tool. */
  default boolean stopsAnyTool() {
    return false;
  }

  /** Returns whether a call that succeeded the last time is stopped for what others did. */
  default boolean stopsAfterSuccess() {
    return true;
  }

  /** Called when a finding of {@link #afterCall} is to stop the tool's next call. */
  default void deferred(String tool, SessionHistory session) {}

  /**
   * Returns the words by which {@link #afterTurn} compares what the model said; {@code null} where
   * it does not. Is not called under a lock.
   */
  default @Nullable WordSet words(String text) {
    return null;
  }

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
   * @param words the words of its text; {@code null} where there is none, or no detector compares
   *     them
   * @param afterNews whether the calls since the turn before brought something new
   * @return a finding, or {@code null}
   */
  default @Nullable Finding afterTurn(
      @Nullable WordSet words, boolean afterNews, SessionHistory session) {
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
