package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds alternating states: the same call, made between other calls, returns two answers in turn.
 * The calls in between undo each time what was done before.
 */
public record BackAndForthDetector(Settings settings) implements Detector {

  /** Its name in the configuration. */
  public static final String NAME = "back_and_forth";

  /**
   * The section {@code detectors.back_and_forth}.
   *
   * @param returns number of consecutive times that the answer returns to the one before the last,
   *     at least 1
   */
  public record Settings(boolean enabled, int returns, @Nullable Ladder escalation)
      implements DetectorSettings {

    /** The default settings. */
    public static final Settings DEFAULT = new Settings(true, 2, null);
  }

  @Override
  public Ladder defaultLadder(Finding finding) {
    return Ladder.WARN_FIRST;
  }

  @Override
  public DetectorTraits traits() {
    return DetectorTraits.reading(CallHistory.MAX_SCANNED);
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
   * Returns how many times in a row the answer returned to the one before the last. Other calls
   * must lie in between, and none of them may bring a new answer, because a binary search
   * alternates too.
   */
  private static int returns(Call call, CallHistory history) {
    List<Call> changes = new ArrayList<>();
    Call later = null;
    boolean isBetween = false;
    for (Call earlier : history.latest(CallHistory.MAX_SCANNED)) {
      boolean isQuestion = earlier.isSameAs(call) && earlier.result() != null;
      if (isQuestion ? earlier.isTogglingReported() : earlier.hasNewAnswer()) {
        break;
      }
      isBetween |= !isQuestion;
      if (isQuestion && (later == null || later.hasChangedSince(earlier))) {
        if (later != null && !isBetween) {
          break;
        }
        changes.add(earlier);
      }
      if (isQuestion) {
        later = earlier;
        isBetween = false;
      }
    }
    int returns = 0;
    while (returns + 2 < changes.size()
        && !changes.get(returns).hasChangedSince(changes.get(returns + 2))) {
      returns++;
    }
    return returns;
  }

  /** Alternating answers. */
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
