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

  /**
   * Whether someone should know at once: the loop went on after it was found, its ladder ends the
   * run, or a budget is used up.
   */
  public boolean escalates() {
    boolean isSerious = occurrence > 1 || rung.compareTo(Action.ABORT) >= 0 || finding.isOfBudget();
    return isSerious && rung != Action.OBSERVE && !finding.isWarningOfBudget();
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
