package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds states that come back: the same question, asked between other calls, has two answers in
 * turn. What is done in between is undone each time, whatever calls do it.
 */
public record BackAndForthDetector(Settings settings) implements Detector {

  /** Its name in the configuration. */
  public static final String NAME = "back_and_forth";

  /**
   * The section {@code detectors.back_and_forth}.
   *
   * @param returns how often in a row the answer has to come back to the one before the last, at
   *     least 1
   */
  public record Settings(boolean enabled, int returns, @Nullable Ladder escalation)
      implements DetectorSettings {

    /** What holds where nothing is configured. */
    public static final Settings DEFAULT = new Settings(true, 2, null);
  }

  @Override
  public Ladder defaultLadder(Finding finding) {
    return Ladder.WARN_FIRST;
  }

  @Override
  public int calls() {
    return CallHistory.MAX_SCANNED;
  }

  @Override
  public @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    boolean isAnswer = !outcome.acknowledgement() && outcome.kind() != Outcome.Kind.WAITING;
    if (!isAnswer || !session.calls().hasEarlier(call)) {
      return null;
    }
    int returns = returns(call, session.calls());
    if (returns < settings.returns()) {
      return null;
    }
    call.markTogglingReported();
    return new Finding(
        new Finding.Loop(NAME, call.fingerprint()),
        returns,
        settings.returns(),
        List.of(call.tool()),
        new Returns(ResultMatch.TOGGLING),
        "detectors.back_and_forth.returns");
  }

  /**
   * Returns how often without a break the answer came back to the one before the last. Other calls
   * have to stand between, none of which told anything new: a search by halves goes to and fro as
   * well.
   */
  private static int returns(Call call, CallHistory history) {
    List<Call> changes = new ArrayList<>();
    Call later = null;
    boolean between = false;
    for (Call earlier : history.latest(CallHistory.MAX_SCANNED)) {
      boolean isQuestion = earlier.isSameAs(call) && earlier.result() != null;
      if (isQuestion ? earlier.isTogglingReported() : earlier.hasNewAnswer()) {
        break;
      }
      between |= !isQuestion;
      if (isQuestion && (later == null || later.hasChangedSince(earlier))) {
        if (later != null && !between) {
          break;
        }
        changes.add(earlier);
      }
      if (isQuestion) {
        later = earlier;
        between = false;
      }
    }
    int returns = 0;
    while (returns + 2 < changes.size()
        && !changes.get(returns).hasChangedSince(changes.get(returns + 2))) {
      returns++;
    }
    return returns;
  }

  /** Two answers in turn. */
  public record Returns(ResultMatch results) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String back = "came back to an earlier result %s".formatted(Evidence.times(finding.count()));
      return new Words(
          call ->
              "%s with the same arguments %s, between other calls.%s"
                  .formatted(call.cut(finding.tools()), back, call.quotedArguments()),
          finding.tools() + " " + back,
          "two results in turn",
          Advice.onOutcome(
              "What is done in between seems to undo what was done before. Decide which of the two"
                  + " states you want, or find a step that serves both.",
              "decide which state you want",
              "decide which of the two states is wanted"));
    }
  }
}
