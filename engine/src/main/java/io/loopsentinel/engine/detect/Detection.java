package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.settings.Action;
import org.jspecify.annotations.Nullable;

/**
 * A finding and its position on the ladder.
 *
 * @param occurrence how many times this loop was found in this session, including this time
 * @param reason the reason that the configuration gives for the tool's override; {@code null} if it
 *     gives none
 */
public record Detection(
    Finding finding,
    int occurrence,
    Action rung,
    Action next,
    @Nullable String reason,
    SessionFacts facts) {

  /** Returns a copy with other actions, now and for the next occurrence. */
  public Detection with(Action action, Action later) {
    return new Detection(finding, occurrence, action, later, reason, facts);
  }

  /** Returns a copy with the facts that a session knows now. */
  public Detection in(SessionHistory session) {
    SessionFacts known = SessionFacts.of(finding, session.calls());
    return new Detection(finding, occurrence, rung, next, reason, known);
  }

  public Detection withFinding(Finding other) {
    return new Detection(other, occurrence, rung, next, reason, facts);
  }

  /**
   * Returns whether to notify someone at once: the loop continued after it was found, or its ladder
   * aborts or terminates. A spent budget is not a loop and is reported separately.
   */
  public boolean escalates() {
    boolean isSerious = occurrence > 1 || rung.compareTo(Action.ABORT) >= 0;
    return isSerious && rung != Action.OBSERVE && !finding.isOfBudget();
  }

  /** Returns whether the ladder aborts this call and the following ones. */
  public boolean endsLadder() {
    return rung == Action.ABORT && next == Action.ABORT;
  }

  /** Returns a summary for people, without arguments, results and model text. */
  public String summary() {
    String summary = finding.words().summary();
    return reason == null ? summary : summary + " [" + reason.strip().replaceAll("\\s+", " ") + "]";
  }
}
