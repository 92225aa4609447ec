package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Looks for one kind of loop, before or after a call or a turn of the model.
 *
 * <p>Implementations are stateless: everything they compare is kept in the {@link SessionHistory},
 * whose session is locked while a detector is asked. They are created in {@link Detectors}.
 */
public interface Detector {

  DetectorSettings settings();

  /**
   * Returns the ladder for a finding about a tool: the detector's own, else that of the tool, else
   * {@link #defaultLadder}.
   */
  default Ladder ladder(Finding finding, ToolPolicy policy) {
    Ladder own = settings().escalation();
    return own == null
        ? Objects.requireNonNullElse(policy.escalation(), defaultLadder(finding))
        : own;
  }

  default boolean hasConfiguredLadder(ToolPolicy policy) {
    return settings().escalation() != null || policy.escalation() != null;
  }

  /** Returns the ladder of a finding if none is configured. */
  default Ladder defaultLadder(Finding finding) {
    return Ladder.STOP_AT_ONCE;
  }

  /** Returns the size of the history that the detector reads, and the treatment of its findings. */
  default DetectorTraits traits() {
    return DetectorTraits.DEFAULT;
  }

  /**
   * Judges a call that has not run and is not yet in the history.
   *
   * @param words the words of its arguments
   */
  default @Nullable Finding beforeCall(Call call, WordSet words, SessionHistory session) {
    return null;
  }

  /** Judges a call that has run; it and its outcome are in the history. */
  default @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    return null;
  }

  /**
   * Returns whether a later outcome of the tool shows that the loop of a finding has ended. If so,
   * a stop that is pending for the tool's next call is dropped.
   */
  default boolean isRefuted(Finding finding, Outcome outcome) {
    return false;
  }

  /**
   * Returns the words of a text of the model that {@link #afterTurn} compares; {@code null} if it
   * compares none. Not called under a lock.
   */
  default @Nullable WordSet words(String text) {
    return null;
  }

  /** Judges a turn of the model that is about to begin. */
  default @Nullable Finding beforeTurn(SessionHistory session) {
    return null;
  }

  /**
   * Judges a turn of the model.
   *
   * @param words the words of its text; {@code null} if there is none or no detector compares them
   * @param afterNews whether the calls since the previous turn brought news
   */
  default @Nullable Finding afterTurn(
      @Nullable WordSet words, boolean afterNews, SessionHistory session) {
    return null;
  }
}
