package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.settings.Action;
import org.jspecify.annotations.Nullable;

/**
 * A finding and where it stands on its ladder.
 *
 * @param finding what was found
 * @param occurrence how often this loop was found in this session, this time included
 * @param rung what the ladder says
 * @param next what the ladder says the next time
 * @param reason why the tool's override exists, as the configuration says; {@code null} where it
 *     does not
 * @param facts what else the session knows when it is told
 */
public record Detection(
    Finding finding,
    int occurrence,
    Action rung,
    Action next,
    @Nullable String reason,
    SessionFacts facts) {

  /** Returns the same with other consequences, now and the next time. */
  public Detection with(Action action, Action later) {
    return new Detection(finding, occurrence, action, later, reason, facts);
  }

  /** Returns the same with what a session knows by now. */
  public Detection in(SessionHistory session) {
    SessionFacts known = SessionFacts.of(finding, session.calls());
    return new Detection(finding, occurrence, rung, next, reason, known);
  }

  /** Returns the same, about another finding of the same loop. */
  Detection withFinding(Finding other) {
    return new Detection(other, occurrence, rung, next, reason, facts);
  }

  /**
   * Whether someone should know at once: the loop went on after it was found, or its ladder ends
   * the run. A spent budget is no loop, and is reported by itself.
   */
  public boolean escalates() {
    boolean isSerious = occurrence > 1 || rung.compareTo(Action.ABORT) >= 0;
    return isSerious && rung != Action.OBSERVE && !finding.isOfBudget();
  }

  /** Whether the ladder aborts this call and those that follow. */
  public boolean endsLadder() {
    return rung == Action.ABORT && next == Action.ABORT;
  }

  /** Tells people what was found, without arguments, results and model text. */
  public String summary() {
    String summary = finding.words().summary();
    return reason == null ? summary : summary + " [" + reason.strip().replaceAll("\\s+", " ") + "]";
  }
}
